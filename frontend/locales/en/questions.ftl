ask = Ask
ask-placeholder-here = Ask this document…
ask-placeholder-of = Ask “{ $name }”…
ask-placeholder = Ask a question…
asked-of = Ask
ask-read = Only what I have read (up to { $place })
ask-read-title = Pecan looks at nothing after the place where you are reading
this-document = this document
ask-collection = Ask all of “{ $name }”
all-in-collection = all of “{ $name }” ({ $documents })
# Only those that have a graph are asked.
part-of-collection =
    { $all ->
        [one] “{ $name }” ({ $asked } of { $all } document)
       *[other] “{ $name }” ({ $asked } of { $all } documents)
    }
ask-first = Ask something.
ask-first-hint = Every answer shows which points were looked at, and the passages that it rests on.
ask-nothing = Open a document to ask about it.
ask-growing = The graph is still growing: answers rest on what is built so far.
asking-elsewhere = A question about “{ $title }” is being answered.
asked-growing = The graph was not whole when this was asked: it rests on what was built by then.
ask-no-graph = Questions can be asked once the graph has its first points.
looking = Looking…
looking-at-points =
    { $points ->
        [one] Looking… 1 point
       *[other] Looking… { $points } points
    }
not-found = Pecan did not find an answer in what it read.
closest-passages = These passages match your question best.
what-was-read = This is what was read:
look-further = Look further
answer-anyway = Answer anyway
best-effort = Not enough was found. This is a guess from what was looked at.
unsupported-answer = This is a guess: the text that was read does not clearly support it.
ask-stopped = Stopped before it was answered.
empty-answer = The model wrote no answer.
copy = Copy
copied = Copied
show-on-graph = Show the path on the graph
path = Path
looked-at = looked at
similarity = similar
shared-words = shared words
enough = enough?
enough-alone = enough by itself?
engine-again = The engine was started again and goes on.
engine-idle = It starts again with the next thing to do.
numbers-explained = What the numbers say
score-title = Why it came next: its share of what the points before looked at, its likeness to the question, and the words that it shares with it.
score-parts = looked at { $attention }, similar { $similarity }, shared words { $words }
enough-title = How far the model found what it had looked at sufficient, from 0 to 1.
enough-alone-title = How far the model found this passage by itself sufficient, from 0 to 1. The best one is what the answer is written from.
enough-needed = { $found } ({ $needed } needed)
recall-answered = Rests on…
recall-looked-at = What was looked at…
# What the model was shown.
model-read = Read { $what }
points-of = { $points } of { $all } points
passages-of = { $passages } of { $all } passages
with-passages = { $points } and { $passages }
passages-shown =
    { $passages ->
        [one] rests on 1 passage
       *[other] rests on { $passages } passages
    }
passages-shown-of = rests on { $passages } passages, { $shown } shown
more-than-book = more text than this short document has
share-of-book = as much text as { $share } of the book
arithmetic-of-all = { $operations }, reading it all would take { $whole }

show-more = Show { $next } more
show-more-of = Show { $next } more of { $left }

find-questions = Find in questions and answers
ask-again = Ask again
ask-again-title = Ask the same with the settings as they are now
ask-on = Follow up
ask-on-title = The next question follows this one: the model is shown this question and its answer with it
ask-afresh = Ask without context
forget = Remove the question
question-leaving = Will be removed with its answer.
follows = Follows “{ $question }”
follows-removed = Follows a question that was removed
export = Save as…
save-answer = Save the answer
# A file’s name without its ending.
answer-file = answer

looked-at-none = It looked at no point in particular
looked-most-at = While writing this the model looked most at { $points }
# A point with its share of the attention.
point-share = { $point } ({ $share })
top-level =
    { $points ->
        [one] 1 point to begin with
       *[other] { $points } points to begin with
    }

stopped-sufficient = It stopped because the model found this sufficient.
stopped-window = It stopped because no further point fits into the model's window.
stopped-exhausted = It stopped because there was nothing left to look at.
stopped-unconfirmed = What it had read seemed sufficient to the model, but no passage by itself did.
stopped-limit = It stopped because it had looked at as many points as it may.
stopped-fixed = It looked at as many points as it was asked to.
stopped-unjudged = The model cannot tell when it has read enough, so Pecan read a fixed number of points.
stopped-passages = Pecan wrote no answer: these are the passages that match best.
stopped-listed = Pecan took the names from the sentences that say so, without asking the model.
stopped-described = Pecan quotes the sentences that say most of who it is, without asking the model.
list-sentences =
    { $sentences ->
        [one] from the one sentence with a name
       *[other] from all { $sentences } sentences with names
    }
list-without-text =
    { $pages ->
        [one] 1 page has no text
       *[other] { $pages } pages have no text
    }
passages-instead = The model cannot answer questions about this document. These passages match best.
stopped-by-you = You stopped it.

cost-tokens = { $evaluated } tokens read, { $restored } reused
cost-whole = Reading the whole: { $tokens } tokens
cost-asks =
    { $asks ->
        [1] Asked once whether it suffices
       *[other] Asked { $asks } times whether it suffices
    }
cost-arithmetic = { $operations } of arithmetic
shares-explained = Beside each passage stands its share of what the model looked at; not proof.
weighed = { $share } of what the model looked at while answering came from here. It is what was looked at, not proof.
changed-since = changed since
page-passages = Passages
page-step = step
page-point = point
page-top = top
round-names = Looked for “{ $query }” in sentences about { $names }.
round-all = Looked for “{ $query }” in all sentences.
searched-on = That was not enough, so the graph was searched.
