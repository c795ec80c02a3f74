all-keys = Atajos de teclado

control = Ctrl
shift = Mayús
enter = Intro
space = Espacio
escape = Esc
