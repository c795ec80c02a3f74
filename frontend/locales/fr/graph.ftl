no-graph = Aucun graphe pour l’instant
no-graph-hint = Pecan lit le document une fois et en note les points, chacun relié au texte dont il est tiré.
graph-growing = Écriture des premiers points…
threshold = Poids min.
threshold-title = Le poids d’une arête est la part d’attention qu’un point a portée à ce dont il est tiré. Les arêtes plus faibles sont masquées.
whole = Afficher tout le document
zoom-in = Zoom avant
zoom-out = Zoom arrière
close = Fermer
predecessors = Points qui en sont tirés
successors = Tiré de
show-passage = Afficher dans le texte
show-node = Afficher sur le graphe
older-graph = Cette réponse a été trouvée sur un graphe plus ancien.
newest-graph = Afficher le plus récent
nothing-above = Aucun : c’est le niveau supérieur.
nothing-above-yet = Aucun point ne l’a regardé.
graph-keys = Utilisez les flèches : vers le haut pour le point le plus fort au-dessus, vers le bas pour ce dont il est tiré, à gauche et à droite le long du document.
table = Tableau
table-title = Lister les points et les passages au lieu de les dessiner
column-place = Endroit
column-level = Niveau
column-text = Texte
column-strongest = Arête la plus forte
column-resting = Repose dessus
sort-title = Trier par cette colonne ; cliquez de nouveau pour inverser
nothing-found = Aucun résultat dans ce graphe.
table-rows = Lignes
previous-rows = Lignes précédentes
next-rows = Lignes suivantes
find-points = Rechercher des points…
on-pages = Pages
first-page = De la page
last-page = À la page
rests-on-passage = repose sur un passage
rests-title = Effacer ce filtre
resting = Ce qui repose dessus
resting-title = Lister tous les points dont des arêtes descendent vers ce passage
replay = Chemin, étape par étape
step-back = Étape précédente
step-on = Étape suivante
play = Lecture
pause-replay = Mettre en pause
leave-path = Masquer le chemin
points-quoted =
    { $quoted ->
        [one] { $quoted } point sur { $points } est cité du texte et affiché en anneau.
       *[other] { $quoted } points sur { $points } sont cités du texte et affichés en anneau.
    }
points-dropped =
    { $dropped ->
        [one] Pecan en a écarté { $dropped } autre, que le texte n’étaye pas.
       *[other] Pecan en a écarté { $dropped } autres, que le texte n’étaye pas.
    }
point-quoted = Cité du texte
uncovered-title = Passages auxquels aucun point n’est relié par une arête assez forte pour être affichée
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
