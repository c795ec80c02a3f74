no-graph = There is no graph yet.
no-graph-hint = Pecan reads the document once and writes down its points, each tied to what it was read from.
graph-growing = The first points are being written.
threshold = Edges from
threshold-title = An edge is the share of its attention that a point paid to what it was written from. Weaker ones are not drawn.
whole = Show the whole document
zoom-in = Zoom in
zoom-out = Zoom out
close = Close
predecessors = Points written from it
successors = Written from
show-passage = Show in the text
show-node = Show on the graph
older-graph = An older graph, on which this answer was found.
newest-graph = Back to the newest
nothing-above = None: it is at the top.
nothing-above-yet = No point looked at it.
graph-keys = Arrow keys walk: up to the strongest point above, down to what it was written from, left and right along the document.
table = Table
table-title = List points and passages instead of drawing them
column-place = Place
column-level = Level
column-text = Text
column-strongest = Strongest edge
column-resting = Rests on it
sort-title = Order by this; once more for the opposite order
nothing-found = Nothing like that is in this graph.
table-rows = Rows
previous-rows = Previous rows
next-rows = Next rows
find-points = Find points…
on-pages = Pages
first-page = From page
last-page = To page
rests-on-passage = rests on a passage
rests-title = Look for all points and passages again
resting = What rests on it
resting-title = List every point that edges lead down from to this passage
replay = The path, step by step
step-back = One step back
step-on = One step on
play = Play
pause-replay = Pause
leave-path = Take the path off the graph
points-quoted =
    { $quoted ->
        [one] 1 of { $points } points is quoted from the text and drawn as a ring.
       *[other] { $quoted } of { $points } points are quoted from the text and drawn as rings.
    }
points-dropped =
    { $dropped ->
        [one] Pecan dropped 1 more, because the text does not support it.
       *[other] Pecan dropped { $dropped } more, because the text does not support them.
    }
point-quoted = Quoted from the text
uncovered-title = Passages from which no point was written with an edge as strong as those that are drawn
uncovered =
    { $passages ->
        [one] 1 passage uncovered
       *[other] { $passages } passages uncovered
    }
numbered-page = p. { $page }
points-found = { $found } of { $all }
row-range = { $first }–{ $last } of { $all }
replay-start = top level
replay-step = step { $at } of { $all }
described-graph =
    { $levels ->
        [one] { $nodes } points and passages on 1 level.
       *[other] { $nodes } points and passages on { $levels } levels.
    } { $keys }
level-of-text = text
numbered-level = level { $level }
# Passages and points are counted from 1, each for themselves.
numbered-passage = passage { $number }
numbered-point = point { $number }
unnumbered-point = point
more = { $left } more
in-parts = Parts
first-part = From part
last-part = To part
previous-found = Previous one found (Shift Enter)
next-found = Next one found (Enter)
