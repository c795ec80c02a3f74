add = Ajouter…
add-title = Ajouter des documents
document-files = Documents
library-closed = Impossible d’ouvrir la bibliothèque
library-empty = Aucun document pour l’instant
library-empty-hint = Ajoutez un livre, un article ou un autre texte long : EPUB, PDF, Word, OpenDocument, FictionBook, page web, Markdown ou texte brut. Ou déposez-le ici.
drop-here = Déposer pour ajouter
resume = Reprendre
build = Construire
remove = Retirer
removing = Retrait en cours…
leaving = Sera retiré avec son graphe et ses questions. Le fichier lui-même est conservé.
undo = Annuler
reading-files = Lecture…
pause = Mettre en pause
go-on = Reprendre
do-next = Placer en premier
paused = En pause
build-now = Construire maintenant
build-later = Plus tard
collections = Collections du document…
new-collection = Nouvelle collection
put-into = Créer et ajouter
rename = Renommer
collection-name = Nom de la collection
collection-taken = Une collection « { $name } » existe déjà. Fusionner les deux ?
join-collections = Fusionner
change-collection = Modifier…
dissolve-collection = Retirer, garder les documents
remove-collected = Retirer avec les documents
collection-leaving =
    { $documents ->
        [one] 1 document sera retiré avec son graphe et ses questions. Le fichier lui-même est conservé.
       *[other] { $documents } documents seront retirés avec leurs graphes et leurs questions. Les fichiers eux-mêmes sont conservés.
    }
collection-dissolved = Collection retirée. Ses documents sont conservés.
password = Mot de passe
open = Ouvrir
leave-out = Ignorer
pages-unread = Certaines pages n’ont pas été lues
parts-unread = Certaines parties n’ont pas été lues
read-again = Relire
folder-read = Certains fichiers du dossier n’ont pas été ajoutés
search = Rechercher titres et textes
order = Trier par
order-oldest = Les plus anciens
order-newest = Les plus récents
order-title = Titre
order-author = Auteur
order-state = État

found-nothing = Aucun résultat
found-best = Les { $places } meilleurs résultats
found-all =
    { $places ->
        [one] { $places } résultat
       *[other] { $places } résultats
    }
found-in-title = titre ou auteur
found-on-page = page { $page }
found-in-text = texte

takes-long = La construction du graphe prendra environ { $time }.
pages-named =
    { $number ->
        [one] à la page { $pages }
       *[other] aux pages { $pages }
    }
pages-named-and-more = aux pages { $pages } et d’autres
pages-without-text = Pas de texte { $pages } de « { $title } » : sans doute numérisé. Tesseract lit les pages numérisées. S’il manque, installez-le (sous Debian : sudo apt install tesseract-ocr), puis relisez le document.
pages-unrecognised = Pas de texte { $pages } de « { $title } » : sans doute numérisé. Tesseract a échoué, ou Pecan n’a pas pu lui préparer les pages. Relisez le document. En cas de nouvel échec, réinstallez Tesseract.
parts-damaged = Le fichier de « { $title } » est endommagé. Ces parties n’ont pas pu être lues et manquent : { $parts }.

state-read = pas encore de graphe
state-building = incomplet
state-ready = prêt
state-failed = échec

recognising = reconnaissance de la page numérisée { $nth } sur { $of }, { $done }
finding-fastest = optimisation de la vitesse, { $done }
testing-model = test du modèle, { $done }
done-differently = Limites de ce modèle
notice-points = Ce modèle ne sait pas résumer : lors d’un court essai, le texte n’étayait rien de ce qu’il a écrit. Pecan cite à la place des phrases du document.
notice-judge = Ce modèle ne sait pas reconnaître quand il a assez lu. Pecan lit pour chaque question un nombre fixe des meilleurs résultats.
notice-answer = Ce modèle ne sait pas répondre aux questions. Pecan affiche les passages qui correspondent le mieux.
notice-language = Le modèle ne connaît pas la langue de ce document. Pecan en cite des phrases et répond aux questions par les passages qui correspondent le mieux.
notice-demonstration = Ceci est le modèle de démonstration. Il ne connaît que le monde inventé du livre d’exemple : ses réponses sur ce document seront fausses. Pour vos propres documents, choisissez le modèle par défaut.
finishing = finalisation, { $done }
finding-names = recherche des personnes et des lieux, { $done }
writing-questions = rédaction de questions, { $done }
exporting = exportation, { $done }
importing = importation, { $done }
time-left = encore { $time }
tokens-each-second = { $tokens } jetons/s
estimating = Estimation…
waits = En file d’attente
waits-behind = En file d’attente, { $before } avant
jobs-wait = { $jobs } en file d’attente
paused-jobs-wait = En pause, { $jobs } en file d’attente

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
        [0] { $folder } : aucun document trouvé.
        [one] { $folder } : { $files } fichier ignoré, qui ne ressemble pas à un document.
       *[other] { $folder } : { $files } fichiers ignorés, qui ne ressemblent pas à des documents.
    }
left-out-names = Fichiers : { $names }.
