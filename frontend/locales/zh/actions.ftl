menu-file = 文件
menu-edit = 编辑
menu-view = 视图
menu-go = 转到
menu-help = 帮助

action-add-files = 添加文档…
action-add-folder = 添加文件夹…
add-folder-title = 将文件夹添加为合集
save-answer-as = 将回答另存为 { $form }…
save-names-as = 将名称另存为 { $form }…
form-notes = Obsidian 笔记
action-pause = 暂停读取和构建
action-quit = 退出

action-undo = 撤销移除
action-select-all = 全选
action-everything = 搜索全部

action-text = 显示文档
action-graph = 显示图谱
action-both = 两者都显示
action-table = 以表格显示图谱
action-pages-as-text = 以文字显示印刷页
action-larger-page = 放大页面或图谱
action-smaller-page = 缩小页面或图谱
action-fit-page = 页面适合宽度，或显示整个图谱
action-library = 文库栏
action-questions = 提问栏
width-of-library = 文库栏的宽度
width-of-questions = 提问栏的宽度
divider-title = 拖动可调整此栏的宽度；按回车键折叠，双击恢复常用宽度
action-larger-letters = 放大文字
action-smaller-letters = 缩小文字
action-usual-letters = 文字恢复常用大小

action-next-cited = 回答所依据的下一个原文段落
action-previous-cited = 回答所依据的上一个原文段落
action-replay = 在图谱上重放路径
action-left = 在图谱中：朝开头移动
action-right = 在图谱中：朝结尾移动
action-up = 在图谱中：到最强的上层要点
action-down = 在图谱中：到它的出处
action-passage = 在图谱中：显示原文段落

action-ask = 提一个问题
action-new-line = 在问题中：换行
action-stop = 停止，或关闭

everything-hint = 文档、命令、要点、正文
things-documents = 文档
things-actions = 命令
things-points = 此图谱的要点
things-texts = 正文

action-next-paragraph = 选中下一段，以便就此提问
action-previous-paragraph = 选中上一段
