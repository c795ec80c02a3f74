no-graph = Es gibt noch keinen Graphen.
no-graph-hint = Pecan liest das Dokument einmal und schreibt seine Punkte auf, jeden mit dem verknüpft, woraus er gelesen wurde.
graph-growing = Die ersten Punkte werden geschrieben.
threshold = Kanten ab
threshold-title = Eine Kante ist der Anteil der Aufmerksamkeit, den ein Punkt dem schenkte, woraus er geschrieben wurde. Schwächere werden nicht gezeichnet.
whole = Das ganze Dokument zeigen
zoom-in = Vergrößern
zoom-out = Verkleinern
close = Schließen
predecessors = Daraus geschriebene Punkte
successors = Geschrieben aus
show-passage = Im Text zeigen
show-node = Auf dem Graphen zeigen
older-graph = Ein älterer Graph, auf dem diese Antwort gefunden wurde.
newest-graph = Zurück zum neuesten
nothing-above = Keine: Darüber ist nichts mehr.
nothing-above-yet = Kein Punkt hat dies angesehen.
graph-keys = Die Pfeiltasten führen weiter: nach oben zum stärksten Punkt darüber, nach unten zu dem, woraus er geschrieben wurde, nach links und rechts entlang des Dokuments.
table = Tabelle
table-title = Punkte und Stellen auflisten, statt sie zu zeichnen
column-place = Ort
column-level = Ebene
column-text = Text
column-strongest = Stärkste Kante
column-resting = Stützt sich darauf
sort-title = Danach ordnen; noch einmal für die umgekehrte Reihenfolge
nothing-found = So etwas gibt es in diesem Graphen nicht.
table-rows = Zeilen
previous-rows = Vorige Zeilen
next-rows = Nächste Zeilen
find-points = Punkte suchen …
on-pages = Seiten
first-page = Von Seite
last-page = Bis Seite
rests-on-passage = stützt sich auf eine Stelle
rests-title = Wieder nach allen Punkten und Stellen suchen
resting = Was sich darauf stützt
resting-title = Jeden Punkt auflisten, von dem Kanten zu dieser Stelle hinabführen
replay = Der Weg, Schritt für Schritt
step-back = Einen Schritt zurück
step-on = Einen Schritt weiter
play = Abspielen
pause-replay = Pausieren
leave-path = Den Weg vom Graphen nehmen
points-quoted =
    { $quoted ->
        [one] 1 von { $points } Punkten ist aus dem Text zitiert und als Ring gezeichnet.
       *[other] { $quoted } von { $points } Punkten sind aus dem Text zitiert und als Ringe gezeichnet.
    }
points-dropped =
    { $dropped ->
        [one] 1 weiteren hat Pecan verworfen, weil der Text ihn nicht stützt.
       *[other] { $dropped } weitere hat Pecan verworfen, weil der Text sie nicht stützt.
    }
point-quoted = Aus dem Text zitiert
uncovered-title = Stellen, aus denen kein Punkt mit einer Kante geschrieben wurde, die so stark ist wie die gezeichneten
uncovered =
    { $passages ->
        [one] 1 Stelle ohne Punkt
       *[other] { $passages } Stellen ohne Punkt
    }
numbered-page = S. { $page }
points-found = { $found } von { $all }
row-range = { $first }–{ $last } von { $all }
replay-start = oberste Ebene
replay-step = Schritt { $at } von { $all }
described-graph =
    { $levels ->
        [one] { $nodes } Punkte und Stellen auf 1 Ebene.
       *[other] { $nodes } Punkte und Stellen auf { $levels } Ebenen.
    } { $keys }
level-of-text = Text
numbered-level = Ebene { $level }
numbered-passage = Stelle { $number }
numbered-point = Punkt { $number }
unnumbered-point = Punkt
more = { $left } weitere
in-parts = Teile
first-part = Von Teil
last-part = Bis Teil
previous-found = Voriger Fund (Umschalt Eingabe)
next-found = Nächster Fund (Eingabe)
