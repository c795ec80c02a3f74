names = Names
names-find = Find a name
names-kinds = What is named
names-all = All
names-people = People
names-places = Places
names-organisations = Organisations
names-things = Other things
# What one of them is.
name-person = person
name-place = place
name-organisation = organisation
name-thing = other

names-read = Only what I have read
names-read-title = Nothing is listed that stands after the place where you are reading
names-none = No names found in this document.
names-none-read = No names up to the place where you are reading.
names-unasked = The model has not been asked yet what these names stand for.
names-ask = Ask it now
names-number =
    { $number ->
        [one] 1 name
       *[other] { $number } names
    }
# After “… ”.
names-more = { $number } more: type a part of the name

name-back = All names
name-correct = Correct…
name-new = New name
name-kind = Kind
name-same-as = Same as…
name-split = Separate
name-split-title = This name means something else than the other names
name-discard = Not a name
corrected-merge = “{ $name }” and “{ $other }” mean the same.
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
name-together = Named together with
name-pairs = Questions and answers
name-pairs-explained = The model writes these. Each answer stands in the sentence that a click shows.
write-pairs = Have questions written
stop-pairs = Stop writing questions
name-facts = What is said
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

save-names = Save the names
