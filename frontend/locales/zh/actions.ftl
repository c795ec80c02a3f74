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
action-everything = 搜索全部内容

action-text = 显示文档
action-graph = 显示图谱
action-both = 同时显示
action-table = 以表格显示图谱
action-pages-as-text = 以文字显示页面
action-larger-page = 放大
action-smaller-page = 缩小
action-fit-page = 适合宽度，或显示整个图谱
action-library = 文库面板
action-questions = 提问面板
width-of-library = 文库面板宽度
width-of-questions = 提问面板宽度
divider-title = 拖动可调整面板宽度，按回车键折叠，双击恢复默认宽度
action-larger-letters = 放大文字
action-smaller-letters = 缩小文字
action-usual-letters = 默认文字大小

action-next-cited = 下一个引用的原文段落
action-previous-cited = 上一个引用的原文段落
action-replay = 在图谱上重放路径
action-left = 图谱：移向开头
action-right = 图谱：移向结尾
action-up = 图谱：转到最强的上层要点
action-down = 图谱：转到它的出处
action-passage = 图谱：显示原文段落

action-ask = 提问
action-new-line = 问题：换行
action-stop = 停止或关闭

everything-hint = 搜索文档、命令、要点和正文
things-documents = 文档
things-actions = 命令
things-points = 此图谱中的要点
things-texts = 正文

action-next-paragraph = 选中下一段并就此提问
action-previous-paragraph = 选中上一段
