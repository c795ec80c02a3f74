all-keys = Tasten

control = Strg
shift = Umschalt
enter = Eingabe
space = Leertaste
escape = Esc
