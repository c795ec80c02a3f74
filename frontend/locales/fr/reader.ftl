look-page = Page
look = Affichage de la page
smaller = Zoom arrière (−)
larger = Zoom avant (+)
fit = Ajuster à la largeur (0)
no-picture = Cette page ne peut pas être affichée.
no-picture-hint = Son texte est affiché à la place.
pages-locked = Afficher les pages de ce document demande son mot de passe. Son texte peut être lu sans.
described-page = Image de la page { $label } ; pour ses mots, choisissez « { $text } »

nothing-open = Aucun document ouvert
nothing-open-hint = Choisissez un document à gauche ou ajoutez-en un.
document-gone = Le document visé par ce lien n’est plus dans la bibliothèque. Pour le lire, ajoutez de nouveau son fichier.

page-name = Page
page-previous = Page précédente
page-next = Page suivante
page-passage-goes-on = Le passage continue à la page suivante
page-passage-began = Le passage commence à la page précédente
page-empty = Pas de texte sur cette page.

part-name = Partie
part-previous = Partie précédente
part-next = Partie suivante
part-passage-goes-on = Le passage continue dans la partie suivante
part-passage-began = Le passage commence dans la partie précédente
part-empty = Pas de texte dans cette partie.

of-pages = sur { $total }
# Follows the label printed on the page, such as “iv”.
page-of-pages = ({ $page } sur { $total })

find-here = Rechercher dans le document
find-previous = Résultat précédent (Maj Entrée)
find-next = Résultat suivant (Entrée)
no-place = aucun résultat
numbered-place = { $nth } sur { $all }

selection = Texte sélectionné
ask-about = Interroger ce passage
resting-on-selection = Points reposant dessus
look-up-name = Rechercher ce nom
about-selected = « { $selected } » :{" "}
two-pages = Deux pages
outline = Plan
usual-size = Taille par défaut (0)

visit-page = Ouvrir ce lien dans le navigateur ?
visit-mail = Écrire à cette adresse avec l’application de messagerie ?
visit-site = La page se trouve sur { $place }.
visit-recipient = Le message est adressé à { $place }.
cancel = Annuler
