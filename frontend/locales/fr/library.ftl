add = Ajouter…
add-title = Ajouter des documents
document-files = Documents
library-closed = Impossible d’ouvrir la bibliothèque
library-empty = Pas encore de documents.
library-empty-hint = Ajoutez un livre, un article ou tout long texte : EPUB, PDF, Word, OpenDocument, FictionBook, une page web, du Markdown ou du texte brut. Ou déposez-le ici.
drop-here = Déposer pour ajouter
resume = Reprendre
build = Construire
remove = Retirer
removing = Retrait en cours…
leaving = Sera retiré avec son graphe et ses questions. Le fichier lui-même reste.
undo = Annuler
reading-files = Lecture…
pause = Mettre en pause
go-on = Continuer
do-next = Passer devant
paused = En pause
build-now = Construire maintenant
build-later = Plus tard
collections = Collections du document…
new-collection = Une nouvelle collection
put-into = L’y mettre
rename = Renommer
collection-name = Nom de la collection
collection-taken = Il y a déjà une collection « { $name } ». Réunir les deux ?
join-collections = Réunir
change-collection = Modifier…
dissolve-collection = Dissoudre, garder les documents
remove-collected = Retirer avec ses documents
collection-leaving =
    { $documents ->
        [one] 1 document sera retiré avec son graphe et ses questions. Le fichier lui-même reste.
       *[other] { $documents } documents seront retirés avec leurs graphes et leurs questions. Les fichiers eux-mêmes restent.
    }
collection-dissolved = Dissoute. Ses documents restent.
password = Mot de passe
open = Ouvrir
leave-out = Laisser de côté
pages-unread = Certaines pages n’ont pas été lues
parts-unread = Certaines parties n’ont pas été lues
read-again = Relire le document
folder-read = Le dossier n’a pas été ajouté en entier
search = Chercher dans les titres et les textes
order = Ordre
order-oldest = Plus anciens d’abord
order-newest = Plus récents d’abord
order-title = Titre
order-author = Auteur
order-state = État

found-nothing = Rien n’a été trouvé.
found-best = Les { $places } meilleurs endroits
found-all =
    { $places ->
        [one] { $places } endroit
       *[other] { $places } endroits
    }
found-in-title = titre ou auteur
found-on-page = page { $page }
found-in-text = texte

takes-long = Construire le graphe prendra environ { $time }.
pages-named =
    { $number ->
        [one] à la page { $pages }
       *[other] aux pages { $pages }
    }
pages-named-and-more = aux pages { $pages } et d’autres
pages-without-text = Il n’y a pas de texte { $pages } de « { $title } » : sans doute une numérisation. Tesseract lit de telles pages : s’il manque, installez-le (sous Debian : sudo apt install tesseract-ocr), puis faites relire le document.
pages-unrecognised = Il n’y a pas de texte { $pages } de « { $title } » : sans doute une numérisation. Tesseract a échoué, ou elle n’a pas pu être dessinée pour lui. Faites relire le document ; si cela échoue encore, réinstallez Tesseract.
parts-damaged = Le fichier de « { $title } » est endommagé, et ce qui n’a pas pu être lu manque : { $parts }.

state-read = pas encore de graphe
state-building = arrêté, pas encore complet
state-ready = prêt
state-failed = échec

recognising = reconnaissance de la page numérisée { $nth } sur { $of }, { $done }
finding-fastest = recherche de la méthode la plus rapide, { $done }
testing-model = essai des capacités du modèle, { $done }
done-differently = Pecan procède ici autrement
notice-points = Ce modèle ne résume pas : lors d’un court essai, le texte n’appuyait rien de ce qu’il a écrit. Pecan cite des phrases du document à la place.
notice-judge = Ce modèle ne sait pas reconnaître quand il a assez lu. Pour chaque question, Pecan lit un nombre fixe des meilleurs résultats.
notice-answer = Ce modèle ne répond pas aux questions. Pecan montre les passages qui correspondent le mieux.
notice-language = Le modèle ne connaît pas la langue de ce document. Pecan en cite des phrases et, pour une question, montre les passages qui correspondent le mieux.
notice-demonstration = Voici le modèle de démonstration. Il ne connaît que le monde inventé du livre d’exemple ; les réponses sur ce document seront fausses. Pour vos propres documents, choisissez le modèle par défaut.
finishing = dernières opérations, { $done }
finding-names = recherche des personnes et des lieux, { $done }
writing-questions = rédaction de questions, { $done }
time-left = encore { $time }
tokens-each-second = { $tokens } jetons/s
estimating = Estimation…
waits = En attente
waits-behind = En attente, { $before } avant
jobs-wait = { $jobs } en attente
paused-jobs-wait = En pause, { $jobs } en attente

documents =
    { $number ->
        [one] { $number } document
       *[other] { $number } documents
    }
number-of-pages =
    { $number ->
        [one] { $number } page
       *[other] { $number } pages
    }
number-of-characters = { $number } caractères
added-on = ajouté le { $date }
left-out-of =
    { $files ->
        [0] { $folder } : rien n’y est un document.
        [one] { $folder } : { $files } fichier qui ne ressemble pas à un document a été laissé de côté.
       *[other] { $folder } : { $files } fichiers qui ne ressemblent pas à des documents ont été laissés de côté.
    }
left-out-names = En détail : { $names }.
