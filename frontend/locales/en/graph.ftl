no-graph = No graph yet
no-graph-hint = Pecan reads the document once and writes down its points, each linked to the text it came from.
graph-growing = Writing the first points…
threshold = Min. weight
threshold-title = An edge’s weight is the share of its attention that a point paid to what it was written from. Weaker edges are hidden.
whole = Show whole document
zoom-in = Zoom in
zoom-out = Zoom out
close = Close
predecessors = Points written from this
successors = Written from
show-passage = Show in text
show-node = Show on graph
older-graph = This answer was found on an older graph.
newest-graph = Show the latest
nothing-above = None: this is at the top.
nothing-above-yet = No point looked at this.
graph-keys = Use the arrow keys to move: up to the strongest point above, down to what it was written from, left and right along the document.
table = Table
table-title = List points and passages instead of drawing them
column-place = Place
column-level = Level
column-text = Text
column-strongest = Strongest edge
column-resting = Rests on this
sort-title = Sort by this column; click again to reverse
nothing-found = No matches in this graph.
table-rows = Rows
previous-rows = Previous rows
next-rows = Next rows
find-points = Find points…
on-pages = Pages
first-page = From page
last-page = To page
rests-on-passage = rests on a passage
rests-title = Clear this filter
resting = What rests on this
resting-title = List all points with edges leading down to this passage
replay = Path, step by step
step-back = Previous step
step-on = Next step
play = Play
pause-replay = Pause
leave-path = Hide the path
points-quoted =
    { $quoted ->
        [one] 1 of { $points } points is quoted from the text and shown as a ring.
       *[other] { $quoted } of { $points } points are quoted from the text and shown as rings.
    }
points-dropped =
    { $dropped ->
        [one] Pecan dropped 1 more because the text does not support it.
       *[other] Pecan dropped { $dropped } more because the text does not support them.
    }
point-quoted = Quoted from the text
uncovered-title = Passages that no point is linked to by an edge strong enough to be shown
uncovered =
    { $passages ->
        [one] 1 passage not covered
       *[other] { $passages } passages not covered
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
# Passages and points are each numbered from 1.
numbered-passage = passage { $number }
numbered-point = point { $number }
unnumbered-point = point
more = { $left } more
in-parts = Parts
first-part = From part
last-part = To part
previous-found = Previous match (Shift Enter)
next-found = Next match (Enter)
