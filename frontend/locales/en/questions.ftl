ask = Ask
ask-placeholder-here = Ask this document…
ask-placeholder-of = Ask “{ $name }”…
ask-placeholder = Ask a question…
asked-of = Ask
ask-read = Only what I have read (up to { $place })
ask-read-title = Pecan ignores everything after your reading position
this-document = this document
ask-collection = Ask all of “{ $name }”
all-in-collection = all of “{ $name }” ({ $documents })
# Only documents that have a graph are asked.
part-of-collection =
    { $all ->
        [one] “{ $name }” ({ $asked } of { $all } document)
       *[other] “{ $name }” ({ $asked } of { $all } documents)
    }
ask-first = Ask a question
ask-first-hint = Every answer shows which points were looked at and which passages it rests on.
ask-nothing = Open a document to ask about it.
ask-growing = The graph is still growing. Answers rest on what has been built so far.
asking-elsewhere = Pecan is answering a question about “{ $title }”.
asked-growing = The graph was incomplete when you asked. The answer rests on what had been built by then.
ask-no-graph = You can ask questions once the graph has its first points.
looking = Searching…
looking-at-points =
    { $points ->
        [one] Searching… 1 point
       *[other] Searching… { $points } points
    }
not-found = Pecan did not find an answer in what it read.
closest-passages = These passages match your question best.
what-was-read = What Pecan read:
look-further = Keep searching
answer-anyway = Answer anyway
best-effort = Pecan did not find enough. This is a guess from what was looked at.
unsupported-answer = This is a guess: the text that Pecan read does not clearly support it.
ask-stopped = Stopped before there was an answer.
empty-answer = The model wrote no answer.
copy = Copy
copied = Copied
show-on-graph = Show path on graph
path = Path
looked-at = looked at
similarity = similar
shared-words = shared words
enough = enough?
enough-alone = enough on its own?
engine-again = The engine was restarted and is continuing.
engine-idle = It will restart when there is something to do.
numbers-explained = What the numbers mean
score-title = Why this came next: its share of what earlier points looked at, its similarity to the question, and the words they share.
score-parts = looked at { $attention }, similar { $similarity }, shared words { $words }
enough-title = How sufficient the model found what it had looked at, from 0 to 1.
enough-alone-title = How sufficient the model found this passage on its own, from 0 to 1. The answer is written from the best one.
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
more-than-book = more text than this short document contains
share-of-book = as much text as { $share } of the book
arithmetic-of-all = { $operations }; reading everything would take { $whole }

show-more = Show { $next } more
show-more-of = Show { $next } more of { $left }

find-questions = Find in questions and answers
ask-again = Ask again
ask-again-title = Ask the same question with the current settings
ask-on = Follow up
ask-on-title = Your next question follows this one: the model also sees this question and its answer
ask-afresh = Ask without context
forget = Remove question
question-leaving = Will be removed with its answer.
follows = Follows “{ $question }”
follows-removed = Follows a removed question
export = Save as…
save-answer = Save answer
# A file name without its extension.
answer-file = answer

looked-at-none = The model looked at no point in particular
looked-most-at = While writing this, the model looked most at { $points }
# A point with its share of the attention.
point-share = { $point } ({ $share })
top-level =
    { $points ->
        [one] Started with 1 point
       *[other] Started with { $points } points
    }

stopped-sufficient = The search stopped because the model found this sufficient.
stopped-window = The search stopped because no further point fits into the model’s context window.
stopped-exhausted = The search stopped because there was nothing left to look at.
stopped-unconfirmed = The model found what it had read sufficient, but no single passage on its own.
stopped-limit = The search stopped at the point limit.
stopped-fixed = The search looked at as many points as requested.
stopped-unjudged = The model cannot tell when it has read enough, so Pecan read a fixed number of points.
stopped-passages = Pecan wrote no answer. These passages match best.
stopped-listed = Pecan took the names from the sentences that say so, without asking the model.
stopped-described = Pecan quotes the sentences that say most about who this is, without asking the model.
list-sentences =
    { $sentences ->
        [one] from the only sentence with a name
       *[other] from all { $sentences } sentences with names
    }
list-without-text =
    { $pages ->
        [one] 1 page has no text
       *[other] { $pages } pages have no text
    }
passages-instead = The model cannot answer questions about this document. These passages match best.
stopped-by-you = You stopped the search.

cost-tokens = { $evaluated } tokens read, { $restored } reused
cost-whole = Reading everything: { $tokens } tokens
cost-asks =
    { $asks ->
        [1] Checked once whether this is enough
       *[other] Checked { $asks } times whether this is enough
    }
cost-arithmetic = { $operations } of computation
shares-explained = Beside each passage is its share of what the model looked at. This is not proof.
weighed = { $share } of what the model looked at while answering came from here. This is not proof.
changed-since = changed since
page-passages = Passages
page-step = step
page-point = point
page-top = top
round-names = Looked for “{ $query }” in sentences about { $names }.
round-all = Looked for “{ $query }” in all sentences.
searched-on = That was not enough, so Pecan searched the graph.
