no-graph = Il n’y a pas encore de graphe.
no-graph-hint = Pecan lit le document une fois et en note les points, chacun relié à ce dont il est tiré.
graph-growing = Les premiers points sont en cours d’écriture.
threshold = Arêtes dès
threshold-title = Une arête est la part d’attention qu’un point a portée à ce dont il est tiré. Les plus faibles ne sont pas dessinées.
whole = Montrer tout le document
zoom-in = Agrandir
zoom-out = Réduire
close = Fermer
predecessors = Points qui en sont tirés
successors = Tiré de
show-passage = Montrer dans le texte
show-node = Montrer sur le graphe
older-graph = Un graphe plus ancien, sur lequel cette réponse a été trouvée.
newest-graph = Revenir au plus récent
nothing-above = Aucun : il n’y a rien au-dessus.
nothing-above-yet = Aucun point ne l’a regardé.
graph-keys = Les flèches mènent d’un nœud à l’autre : en haut vers le point le plus fort au-dessus, en bas vers ce dont il est tiré, à gauche et à droite le long du document.
table = Tableau
table-title = Lister les points et les passages au lieu de les dessiner
column-place = Endroit
column-level = Niveau
column-text = Texte
column-strongest = Arête la plus forte
column-resting = Repose dessus
sort-title = Trier par cette colonne ; encore une fois pour l’ordre inverse
nothing-found = Rien de tel dans ce graphe.
table-rows = Lignes
previous-rows = Lignes précédentes
next-rows = Lignes suivantes
find-points = Chercher des points…
on-pages = Pages
first-page = De la page
last-page = À la page
rests-on-passage = repose sur un passage
rests-title = Chercher de nouveau parmi tous les points et passages
resting = Ce qui repose dessus
resting-title = Lister tous les points d’où des arêtes descendent vers ce passage
replay = Le chemin, étape par étape
step-back = Une étape en arrière
step-on = Une étape en avant
play = Rejouer
pause-replay = Mettre en pause
leave-path = Retirer le chemin du graphe
points-quoted =
    { $quoted ->
        [one] { $quoted } point sur { $points } est cité du texte et dessiné en anneau.
       *[other] { $quoted } points sur { $points } sont cités du texte et dessinés en anneau.
    }
points-dropped =
    { $dropped ->
        [one] Pecan en a écarté { $dropped } autre, que le texte n’appuie pas.
       *[other] Pecan en a écarté { $dropped } autres, que le texte n’appuie pas.
    }
point-quoted = Cité du texte
uncovered-title = Passages dont aucun point n’a été tiré avec une arête aussi forte que celles qui sont dessinées
uncovered =
    { $passages ->
        [one] { $passages } passage non couvert
       *[other] { $passages } passages non couverts
    }
numbered-page = p. { $page }
points-found = { $found } sur { $all }
row-range = { $first }–{ $last } sur { $all }
replay-start = niveau supérieur
replay-step = étape { $at } sur { $all }
described-graph =
    { $levels ->
        [one] { $nodes } points et passages sur 1 niveau.
       *[other] { $nodes } points et passages sur { $levels } niveaux.
    } { $keys }
level-of-text = texte
numbered-level = niveau { $level }
numbered-passage = passage { $number }
numbered-point = point { $number }
unnumbered-point = point
more = { $left } de plus
in-parts = Parties
first-part = De la partie
last-part = À la partie
previous-found = Résultat précédent (Maj Entrée)
next-found = Résultat suivant (Entrée)
