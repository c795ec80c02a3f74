//! The fixed words of the story world. A vocabulary made from its stories holds most of them whole.

/// Given names of women.
pub const WOMEN: &str = "Mira Anna Clara Edith Flora Greta Hanna Ida Julia Karin Laura Maud Nora \
    Olga Paula Rosa Sara Tilda Ursula Vera Wilma Agnes Bertha Celia Dora Elsa Fanny Gerda Helen \
    Irene Jane Kate Lena Mabel Nina Olive Pearl Ruth Sonia Thea Una Viola Wanda Zelda Alma Beth \
    Cora Daisy Erna Freda Grace Hilda Inga Joan Lily Martha Nelly Petra Rita Selma Tessa Vida \
    Wendy Ada Bella Carla Dina Emma Fay Gwen Hester Ivy Josie Kitty Lotte Meg Nan Opal";

/// Given names of men.
pub const MEN: &str = "Adam Bruno Carl David Edgar Felix George Hugo Isaac Jacob Karl Leo Martin \
    Noah Oscar Peter Ralph Simon Tom Victor Walter Albert Basil Conrad Dennis Emil Frank Gustav \
    Henry Igor James Kurt Lewis Max Nils Otto Paul Robert Stefan Theo Ulric Vince Willy Arthur \
    Bernard Cecil Daniel Ernest Fred Gilbert Harold Ivan John Kenneth Luke Mark Ned Owen Philip \
    Rupert Samuel Toby Ugo Vernon Wilbur Abel Boris Colin Derek Eric Floyd Gavin Howard Jonas \
    Lars Miles Neil Oliver Percy Roland";

/// Family names.
pub const FAMILIES: &str = "Holt Reed Vane Pike Thorn Birch Alder Ashby Barlow Bexley Blythe \
    Bowen Brandt Burke Calder Carver Chase Coburn Colby Corbin Crane Croft Dalton Darby Denton \
    Doyle Draper Dunn Eaton Elgin Ellis Farrow Fenn Finch Flint Foley Gaines Garner Gibbs Glover \
    Gould Grady Hale Hardy Harlow Hatch Hobbs Hume Hurst Irving Jarvis Judd Keane Kemp Kerr \
    Kirby Knox Lamb Larkin Lisle Lowell Lund Mercer Moody Morse Nash Nolan Norris Oakes Ogden \
    Orton Paget Penn Perry Platt Pryor Quill Radley Ramsey Rigby Roper Rowe Sawyer Selby Shaw \
    Slade Sloan Stagg Talbot Tate Thorpe Tully Usher Vance Voss Wade Walsh Webb Wilder Yates";

/// Places.
pub const PLACES: &str = "Dunmore Ashford Milton Carrow Elmsby Fairley Glenby Harwick Kelso \
    Linden Marlow Norwick Oakham Penrith Redhill Selkirk Tarbet Upton Velden Wexby Alston \
    Brixton Corley Denby Evesham Furness Galway Hexham Ilford Jarrow Kendal Langley Melrose \
    Newbury Ormsby Paisley Quarley Rugby Skipton Thirsk Ulster Ventnor Whitby Yarrow Barden \
    Cromer Dorking Epsom Falmouth Grimsby Halton Ipswich Keswick Luton Malden Napton Oxton \
    Portree Ripley Stroud Totnes Wigan Buxton Camber";

/// What people work as.
pub const TRADES: &str = "baker miller smith tailor doctor farmer fisher hunter weaver potter \
    sailor soldier barber butcher carpenter clerk cook driver gardener judge lawyer mason nurse \
    painter pilot poet porter printer priest sheriff shepherd singer tanner waiter";

/// What people fear.
pub const FEARS: &str = "thunder spiders snakes ghosts fire wolves rats bees heights needles \
    mice bulls geese mirrors crowds storms bats eels frogs ravens clowns worms wasps moths";

/// What people like to eat.
pub const DISHES: &str = "soup bread plums cheese porridge pudding trout cabbage cherries honey \
    beans cake mutton onions pears carrots lentils oysters turnips apples berries noodles \
    mustard nuts";

/// What people play.
pub const INSTRUMENTS: &str =
    "fiddle flute harp piano horn lute organ violin trumpet cello banjo guitar whistle oboe";

/// How old people are.
pub const AGES: &str = "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety";

/// What people wish for.
pub const WISHES: &str =
    "peace gold fame rest snow luck money travel silence children freedom power";

/// What people speak.
pub const TONGUES: &str =
    "Latin Greek French German Spanish Polish Danish Dutch Turkish Arabic Hebrew Russian";

/// Relatives and companions of people.
pub const KIN: &str = "brother sister cousin uncle aunt teacher friend neighbour";

/// Animals that people keep.
pub const ANIMALS: &str = "dog cat horse goat parrot donkey";

/// Names of those animals.
pub const ANIMAL_NAMES: &str = "Rufus Bingo Patch Rex Fido Spot Tiger Smoky Pepper Ginger Bounce \
    Comet Dusty Echo Fluff Jumbo Lucky Misty Nero Pixie Rover Rusty Sandy Shadow Socks Sultan \
    Toffee Whisky Ziggy Bramble";

/// Things that have a colour.
pub const THINGS: &str = "lamp coat hat boat cart door scarf cup chair gate kite ribbon shawl \
    trunk umbrella vase wagon basket bell blanket bonnet bottle box broom candle cloak drum fan \
    glove jug kettle mug plate purse rug saddle shirt stool tent wheel";

/// Colours.
pub const COLOURS: &str =
    "green red blue white black brown grey yellow purple pink golden silver violet";

/// Things that are kept somewhere.
pub const HIDDEN: &str = "key letter ring map coin diary watch sword";

/// Places where they are kept.
pub const HIDING_PLACES: &str =
    "mill barn cellar attic well chapel tower stable garden oven cave church shed inn";

/// Filler that may begin a paragraph: it does not begin with a name.
pub const OPENERS: &str = "The morning was cold and clear.|It rained all night on the roofs.|\
The street lay quiet under the moon.|Nobody said a word for a long time.|\
Later that day the wind turned to the north.|A bell rang far away over the fields.|\
The fair had come to the village again.|By noon the road was full of people.|\
There was little to do before supper.|Winter came early that year.|\
Smoke rose from every roof in the valley.|The river was high after the rain.|\
In the evening the lights went on one by one.|It was the end of a long week.|\
The old men sat on the bench and watched the road.|Snow began to fall before dawn.|\
All the talk was of the harvest.|A stranger had passed through the day before.|\
When the sun came out the children ran down to the water.|The table was laid for everyone.";

/// Filler about a person: `{n}` or, right after a sentence about that person, `{p}`.
pub const DEEDS: &str = "{n} walked slowly down to the river.|{n} opened the window and looked out.|\
{n} said nothing and went on with the work.|{n} laughed so loudly that the others turned round.|\
{n} sat by the door and thought about the summer.|{n} waited at the corner for a long while.|\
{n} picked up a stone and threw it into the water.|{n} had not slept well that night.|\
{n} came in late and sat down without a word.|{n} told a long tale about the old days.|\
{n} counted the steps from the road to the bridge.|{n} stood at the fence and looked at the sky.|\
{n} carried two heavy sacks up the hill.|{n} asked for a glass of water and drank it.|\
{n} hummed a tune that nobody knew.|{n} was tired after the long walk.|\
{n} promised to come back before dark.|{n} leaned on the wall and smiled.|\
{n} folded the paper and put it away.|{n} looked up when the clock struck.|\
{n} washed the dishes and swept the floor.|{n} wanted to leave at once.|\
{n} did not believe a word of it.|{n} shook hands with everyone in the room.|\
{n} went round the house twice.|{n} nodded and turned the page.";

/// Filler about two people, `{n}` and `{m}`.
pub const MEETINGS: &str = "{n} met {m} on the road and stopped to talk.|\
{n} and {m} sat side by side without speaking.|{n} waved to {m} from across the square.|\
{n} gave {m} a piece of paper and a smile.|{n} had known {m} for many years.|\
{n} walked with {m} as far as the bridge.|{n} asked {m} about the news.|\
{n} and {m} did not agree about the weather.";

/// Filler about no one, for use after the opener of a paragraph.
pub const SCENERY: &str = "The wind moved the leaves.|A cart rolled by and the dust rose.|\
The clock on the wall ticked on.|Somebody was singing in the next house.|\
The tea had gone cold in the pot.|Nothing moved on the road.|\
The air smelled of hay and rain.|There was a knock, but nobody was there.|\
The light was already fading.|Two boys ran past with a ball.|\
It was not the first time and it would not be the last.|The stones were wet and dark.|\
So the hour went by.|The crows flew up from the field.|Everyone agreed that it was late.|\
The fire burned low.|A door banged somewhere in the wind.|The water was as still as glass.|\
That was how things were in those days.|For a moment all was quiet.";

/// Sentences that introduce a person before a pronoun takes over.
pub const ENTRANCES: &str = "{n} came in from the yard.|{n} sat down at the table.|\
{n} looked up and smiled.|{n} was there too.|Then {n} began to speak.|\
{n} stood near the window.|At last {n} arrived.|Everyone turned to look at {n}.";

/// Nicknames.
pub const NICKNAMES: &str = "Badger Barrel Beetle Buttons Candle Copper Corky Crumbs Dimples \
    Feathers Fiddler Flounder Freckles Gravy Hatpin Icicle Jolly Kettle Lanky Limpet Longshanks \
    Marbles Muffin Nettle Nutmeg Owlet Pebble Pickle Puddles Quickstep Sparrow Squirrel Stumpy \
    Thimble Tinker Treacle Turnip Twiggy Whiskers Wren";

/// Sentences that introduce a nickname: `{n}` is the person, `{k}` the nickname.
pub const INTRODUCTIONS: &str = "{n}, called {k}, came in from the yard.|\
{n}, whom everybody called {k}, sat down at the table.|{n} was known as {k}.|\
Everybody called {n} by the name of {k}.";

/// Months.
pub const MONTHS: &str = "January February March April May June July August September October \
    November December";

/// Events in a person's life: `{d}` is a month and a year, `{v}` a place.
pub const EVENTS: &str = "In {d} {n} sailed to {v}.|{n} broke an arm in {d}.|\
In {d} {n} sold the house in {v}.|{n} won a prize at the fair of {v} in {d}.|\
In {d} {n} left for {v} and came back with a fever.|{n} lost a purse on the road to {v} in {d}.|\
The barn of {n} burned down in {d}.|In {d} {n} bought a field near {v}.";

/// The words of one of the lists above.
pub fn list(words: &'static str) -> Vec<&'static str> {
    words.split_ascii_whitespace().collect()
}

/// The sentences of one of the lists above.
pub fn sentences(lines: &'static str) -> Vec<&'static str> {
    lines.split('|').collect()
}
