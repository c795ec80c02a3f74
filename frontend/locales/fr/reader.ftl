look-page = Page
look = Comment la page est montrée
smaller = Plus petit (−)
larger = Plus grand (+)
fit = Aussi large que la place le permet (0)
no-picture = Cette page ne peut pas être montrée telle qu’elle est.
no-picture-hint = Son texte est montré à la place.
pages-locked = Les pages de ce document ne peuvent être montrées telles qu’elles sont qu’avec son mot de passe ; son texte peut être lu sans.
described-page = La page { $label } telle qu’elle est ; ses mots sont sous « { $text } »

nothing-open = Rien n’est ouvert.
nothing-open-hint = Choisissez un document à gauche, ou ajoutez-en un.
document-gone = Le document auquel ceci mène n’est plus dans la bibliothèque. Ajoutez de nouveau son fichier pour le lire.

page-name = Page
page-previous = Page précédente
page-next = Page suivante
page-passage-goes-on = Le passage continue : page suivante
page-passage-began = Le passage commence à la page précédente
page-empty = Il n’y a pas de texte sur cette page.

part-name = Partie
part-previous = Partie précédente
part-next = Partie suivante
part-passage-goes-on = Le passage continue : partie suivante
part-passage-began = Le passage commence dans la partie précédente
part-empty = Il n’y a pas de texte dans cette partie.

of-pages = sur { $total }
# After what is printed on the page shown, such as “iv”.
page-of-pages = ({ $page } sur { $total })

find-here = Chercher dans le document
find-previous = Endroit précédent (Maj Entrée)
find-next = Endroit suivant (Entrée)
no-place = introuvable
numbered-place = { $nth } sur { $all }

selection = Les mots sélectionnés
ask-about = Poser une question là-dessus
resting-on-selection = Points qui reposent dessus
look-up-name = Chercher ce nom
about-selected = « { $selected } » :{" "}
two-pages = Deux pages
outline = Plan
usual-size = De la taille habituelle (0)

visit-page = Ouvrir cette adresse dans le navigateur ?
visit-mail = Écrire à cette adresse dans le logiciel de messagerie ?
visit-site = La page se trouve sur { $place }.
visit-recipient = Le message est adressé à { $place }.
cancel = Annuler
