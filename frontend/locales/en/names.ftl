names = Names
names-find = Find a name
names-kinds = Filter by kind
names-all = All
names-people = People
names-places = Places
names-organisations = Organisations
names-things = Other
names-dates = Dates
# The kind of a single name.
name-person = person
name-place = place
name-organisation = organisation
name-thing = other
name-date = date

names-read = Only what I have read
names-read-title = Hides everything after your reading position
names-none = No names found in this document.
names-none-read = No names up to your reading position.
names-unasked = The model has not been asked yet what these names refer to.
names-ask = Ask now
names-number =
    { $number ->
        [one] 1 name
       *[other] { $number } names
    }
# Follows “… ”.
names-more = { $number } more: type part of a name

name-back = All names
name-correct = Correct…
name-new = New name
name-kind = Kind
name-same-as = Same as…
name-similar = Possibly the same
name-split = Separate
name-split-title = This name does not refer to the same thing as the others
name-discard = Not a name
corrected-merge = “{ $name }” and “{ $other }” are the same.
corrected-split = “{ $name }” is listed separately.
corrected-rename = “{ $name }” is called “{ $title }”.
corrected-kind = The kind of “{ $name }” is “{ $kind }”.
corrected-discard = “{ $name }” is not a name.
name-mentions =
    { $number ->
        [one] 1 mention
       *[other] { $number } mentions
    }
name-also = also: { $names }
name-together = Mentioned together with
name-pairs = Questions and answers
name-pairs-explained = Written by the model. Click one to see the sentence that contains the answer.
write-pairs = Write questions
stop-pairs = Stop writing questions
name-facts = What the text says
facts-attributes = Description
facts-relations = Relations
facts-events = Events
name-where = Where in the text
name-sentences =
    { $number ->
        [one] 1 sentence
       *[other] { $number } sentences
    }
name-sentences-turning = Sentences
name-sentences-before = Previous sentences
name-sentences-after = Next sentences
numbered-part = part { $part }

save-names = Save names
