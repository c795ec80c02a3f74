all-keys = Touches

control = Ctrl
shift = Maj
enter = Entrée
space = Espace
escape = Échap
