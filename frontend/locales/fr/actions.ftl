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
form-notes = notes Obsidian
action-pause = Suspendre la lecture et la construction
action-quit = Quitter

action-undo = Annuler le retrait
action-select-all = Tout sélectionner
action-everything = Rechercher partout

action-text = Afficher le document
action-graph = Afficher le graphe
action-both = Afficher les deux
action-table = Graphe en tableau
action-pages-as-text = Pages en texte
action-larger-page = Zoom avant
action-smaller-page = Zoom arrière
action-fit-page = Ajuster à la largeur ou afficher tout le graphe
action-library = Panneau de la bibliothèque
action-questions = Panneau des questions
width-of-library = Largeur du panneau de la bibliothèque
width-of-questions = Largeur du panneau des questions
divider-title = Faites glisser pour redimensionner le panneau ; Entrée le replie, un double-clic rétablit sa largeur
action-larger-letters = Texte plus grand
action-smaller-letters = Texte plus petit
action-usual-letters = Taille de texte par défaut

action-next-cited = Passage cité suivant
action-previous-cited = Passage cité précédent
action-replay = Rejouer le chemin sur le graphe
action-left = Graphe : vers le début
action-right = Graphe : vers la fin
action-up = Graphe : vers le point le plus fort au-dessus
action-down = Graphe : vers ce dont il est tiré
action-passage = Graphe : afficher le passage

action-ask = Poser une question
action-new-line = Question : nouvelle ligne
action-stop = Arrêter ou fermer

everything-hint = Rechercher documents, commandes, points et textes
things-documents = Documents
things-actions = Commandes
things-points = Points de ce graphe
things-texts = Textes

action-next-paragraph = Sélectionner le paragraphe suivant pour l’interroger
action-previous-paragraph = Sélectionner le paragraphe précédent
