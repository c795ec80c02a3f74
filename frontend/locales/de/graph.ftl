no-graph = Noch kein Graph
no-graph-hint = Pecan liest das Dokument einmal und schreibt seine Punkte auf, jeden mit dem Text verknüpft, aus dem er stammt.
graph-growing = Die ersten Punkte werden geschrieben …
threshold = Kanten ab
threshold-title = Das Gewicht einer Kante ist der Anteil der Aufmerksamkeit, den ein Punkt dem schenkte, woraus er geschrieben wurde. Schwächere Kanten sind ausgeblendet.
whole = Ganzes Dokument zeigen
zoom-in = Vergrößern
zoom-out = Verkleinern
close = Schließen
predecessors = Hieraus geschriebene Punkte
successors = Geschrieben aus
show-passage = Im Text zeigen
show-node = Im Graphen zeigen
older-graph = Diese Antwort wurde in einem älteren Graphen gefunden.
newest-graph = Neuesten zeigen
nothing-above = Keine: Dies ist die oberste Ebene.
nothing-above-yet = Kein Punkt hat dies angesehen.
graph-keys = Mit den Pfeiltasten bewegen: nach oben zum stärksten Punkt darüber, nach unten zu dem, woraus er geschrieben wurde, nach links und rechts entlang des Dokuments.
table = Tabelle
table-title = Punkte und Stellen auflisten, statt sie zu zeichnen
column-place = Ort
column-level = Ebene
column-text = Text
column-strongest = Stärkste Kante
column-resting = Stützt sich darauf
sort-title = Nach dieser Spalte sortieren; erneut klicken, um umzukehren
nothing-found = Keine Treffer in diesem Graphen.
table-rows = Zeilen
previous-rows = Vorige Zeilen
next-rows = Nächste Zeilen
find-points = Punkte suchen …
on-pages = Seiten
first-page = Von Seite
last-page = Bis Seite
rests-on-passage = stützt sich auf eine Stelle
rests-title = Diesen Filter aufheben
resting = Was sich darauf stützt
resting-title = Alle Punkte auflisten, von denen Kanten zu dieser Stelle hinabführen
replay = Weg, Schritt für Schritt
step-back = Voriger Schritt
step-on = Nächster Schritt
play = Abspielen
pause-replay = Pausieren
leave-path = Weg ausblenden
points-quoted =
    { $quoted ->
        [one] 1 von { $points } Punkten ist aus dem Text zitiert und als Ring dargestellt.
       *[other] { $quoted } von { $points } Punkten sind aus dem Text zitiert und als Ringe dargestellt.
    }
points-dropped =
    { $dropped ->
        [one] 1 weiteren hat Pecan verworfen, weil der Text ihn nicht stützt.
       *[other] { $dropped } weitere hat Pecan verworfen, weil der Text sie nicht stützt.
    }
point-quoted = Aus dem Text zitiert
uncovered-title = Stellen, zu denen von keinem Punkt eine Kante führt, die stark genug ist, um gezeigt zu werden
uncovered =
    { $passages ->
        [one] 1 Stelle nicht abgedeckt
       *[other] { $passages } Stellen nicht abgedeckt
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
previous-found = Voriger Treffer (Umschalt Eingabe)
next-found = Nächster Treffer (Eingabe)
