all-keys = Teclas

control = Ctrl
shift = Mayús
enter = Intro
space = Espacio
escape = Esc
