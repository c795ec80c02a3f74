all-keys = 键盘快捷键

control = Ctrl
shift = Shift
enter = 回车
space = 空格
escape = Esc
