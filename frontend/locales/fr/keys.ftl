all-keys = Touches

control = Ctrl
shift = Maj
enter = Entrée
space = Espace
escape = Échap

key-add = Ajouter des documents
key-search = Chercher dans la bibliothèque
key-find = Chercher dans le document
key-ask = Poser une question
key-text = Montrer le texte
key-graph = Montrer le graphe
key-both = Montrer les deux
key-table = Le graphe en tableau ou en image
key-cited = Passage suivant sur lequel la réponse repose, passage précédent
key-replay = Rejouer le chemin sur le graphe, ou mettre en pause
key-pages = Page précédente, page suivante
key-zoom = Page plus grande, plus petite, aussi large que la place le permet
key-along = Dans le graphe : le long du document
key-up-down = Dans le graphe : vers le point le plus fort au-dessus, vers ce dont il est tiré
key-passage = Dans le graphe : montrer le passage
key-new-line = Dans une question : aller à la ligne
key-undo = Annuler un retrait
key-escape = Arrêter, ou fermer
key-keys = Ces touches
