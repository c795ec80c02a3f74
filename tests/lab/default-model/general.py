"""Questions of general knowledge, which no tale answers. France is left out because tests ask about it."""

CAPITALS = """Germany Italy Spain Portugal Poland Sweden Norway Finland Denmark Greece Turkey Egypt
Kenya Nigeria Ghana Morocco India China Japan Thailand Vietnam Indonesia Australia Canada Mexico
Brazil Argentina Chile Peru Colombia Cuba Ireland Iceland Hungary Austria Belgium Romania Bulgaria
Ukraine Russia Iran Iraq Israel Jordan Pakistan Nepal Mongolia""".split()
ELEMENTS = "gold silver iron oxygen hydrogen carbon helium sodium copper lead zinc calcium".split()
BOOKS = """Hamlet;War and Peace;Don Quixote;The Odyssey;Moby Dick;Pride and Prejudice;Faust;
The Divine Comedy;Great Expectations;Crime and Punishment;Ulysses;The Great Gatsby;1984;
Les Miserables;Dracula;Frankenstein""".replace("\n", "").split(";")
INVENTIONS = "telephone;light bulb;steam engine;printing press;airplane;telescope;radio;dynamite".split(";")
MOUNTAINS = "Mount Everest;Mont Blanc;Kilimanjaro;the Eiffel Tower;the Matterhorn;Mount Fuji".split(";")
OTHERS = """What is the largest planet in the solar system?
How many continents are there?
What is the speed of light?
Who painted the Mona Lisa?
In which year did the Second World War end?
Who was the first president of the United States?
What is the boiling point of water?
How many legs does a spider have?
What is the longest river in the world?
Who discovered penicillin?
What is the square root of 144?
Which planet is closest to the sun?
How many players are there in a football team?
What does DNA stand for?
Who wrote the national anthem of the United States?
What is the currency of Japan?
In which year did the Titanic sink?
What language is spoken in Brazil?
Who developed the theory of relativity?
What is the largest ocean on Earth?
How many bones are there in the human body?
Which country has the largest population?
What is the hardest natural substance?
Who was the first man on the moon?
What is the main ingredient of bread?
How do computers store information?
What is photosynthesis?
Who won the World Cup in 2014?
How many states are there in the United States?
What is the freezing point of water in Fahrenheit?
When was the Berlin Wall built?
Who founded Microsoft?
What is the population of Tokyo?
Which vitamin does the sun give us?
How far is the moon from the Earth?
What causes earthquakes?
Who composed the Ninth Symphony?
What is inflation?
How many strings does a violin have?
What is a black hole?
How do I reset my password?
What is the interest rate of this loan?
Which accuracy did the model reach on the test set?
When does the contract end?
How many participants took part in the study?
What is the deadline for the application?
Who is the landlord?
Which baseline did the authors compare with?""".split("\n")


def questions():
    """All questions, in order."""
    return (
        [f"What is the capital of {country}?" for country in CAPITALS]
        + [f"What is the chemical symbol of {element}?" for element in ELEMENTS]
        + [f"Who wrote {book}?" for book in BOOKS]
        + [f"Who invented the {thing}?" for thing in INVENTIONS]
        + [f"How high is {mountain}?" for mountain in MOUNTAINS]
        + OTHERS
    )
