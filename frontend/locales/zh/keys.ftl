all-keys = 按键

control = Ctrl
shift = Shift
enter = 回车
space = 空格
escape = Esc

key-add = 添加文档
key-search = 搜索文库
key-find = 在文档中查找
key-ask = 提一个问题
key-text = 显示正文
key-graph = 显示图谱
key-both = 两者都显示
key-table = 以表格或图形显示图谱
key-cited = 回答所依据的下一个原文段落、上一个
key-replay = 在图谱上重放路径，或暂停
key-pages = 上一页，下一页
key-zoom = 放大页面，缩小页面，适合宽度
key-along = 在图谱中：沿文档移动
key-up-down = 在图谱中：到最强的上层要点，到它的出处
key-passage = 在图谱中：显示原文段落
key-new-line = 在问题中：换行
key-undo = 撤销移除
key-escape = 停止，或关闭
key-keys = 这些按键
