all-keys = Raccourcis clavier

control = Ctrl
shift = Maj
enter = Entrée
space = Espace
escape = Échap
