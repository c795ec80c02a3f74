all-keys = Tastenkürzel

control = Strg
shift = Umschalt
enter = Eingabe
space = Leertaste
escape = Esc
