menu-file = Fichier
menu-edit = Édition
menu-view = Affichage
menu-go = Aller à
menu-help = Aide

action-add-files = Ajouter des documents…
action-add-folder = Ajouter des dossiers…
add-folder-title = Ajouter des dossiers comme collections
save-answer-as = Enregistrer la réponse en { $form }…
save-names-as = Enregistrer les noms en { $form }…
form-notes = notes pour Obsidian
action-pause = Suspendre la lecture et la construction
action-quit = Quitter

action-undo = Annuler un retrait
action-select-all = Tout sélectionner
action-everything = Chercher partout

action-text = Montrer le document
action-graph = Montrer le graphe
action-both = Montrer les deux
action-table = Graphe en tableau
action-pages-as-text = Pages imprimées en texte
action-larger-page = Page ou graphe plus grand
action-smaller-page = Page ou graphe plus petit
action-fit-page = Page aussi large que la place le permet, ou tout le graphe
action-library = Colonne de la bibliothèque
action-questions = Colonne des questions
width-of-library = Largeur de la bibliothèque
width-of-questions = Largeur des questions
divider-title = Glisser pour élargir ou rétrécir la colonne ; Entrée la replie, un double clic lui rend sa largeur habituelle
action-larger-letters = Lettres plus grandes
action-smaller-letters = Lettres plus petites
action-usual-letters = Lettres de taille habituelle

action-next-cited = Passage suivant sur lequel la réponse repose
action-previous-cited = Passage précédent sur lequel la réponse repose
action-replay = Rejouer le chemin sur le graphe
action-left = Dans le graphe : vers le début
action-right = Dans le graphe : vers la fin
action-up = Dans le graphe : vers le point le plus fort au-dessus
action-down = Dans le graphe : vers ce dont il est tiré
action-passage = Dans le graphe : montrer le passage

action-ask = Poser une question
action-new-line = Dans une question : aller à la ligne
action-stop = Arrêter, ou fermer

everything-hint = Documents, commandes, points, textes
things-documents = Documents
things-actions = Commandes
things-points = Points de ce graphe
things-texts = Textes

action-next-paragraph = Sélectionner le paragraphe suivant, pour poser une question là-dessus
action-previous-paragraph = Sélectionner le paragraphe précédent
