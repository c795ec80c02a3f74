add = Añadir…
add-title = Añadir documentos
document-files = Documentos
library-closed = No se puede abrir la biblioteca
library-empty = Aún no hay documentos
library-empty-hint = Añada un libro, un artículo u otro texto largo: EPUB, PDF, Word, OpenDocument, FictionBook, una página web, Markdown o texto sin formato. O suéltelo aquí.
drop-here = Soltar para añadir
resume = Reanudar
build = Construir
remove = Quitar
removing = Quitando…
leaving = Se quitará con su grafo y sus preguntas. El archivo en sí se conserva.
undo = Deshacer
reading-files = Leyendo…
pause = Pausar
go-on = Reanudar
do-next = Poner primero
paused = En pausa
build-now = Construir ahora
build-later = Más tarde
collections = Colecciones…
new-collection = Nueva colección
put-into = Crear y añadir
rename = Cambiar nombre
collection-name = Nombre de la colección
collection-taken = Ya existe una colección «{ $name }». ¿Combinar las dos?
join-collections = Combinar
change-collection = Editar…
dissolve-collection = Quitar y conservar documentos
remove-collected = Quitar con documentos
collection-leaving =
    { $documents ->
        [one] Se quitará 1 documento con su grafo y sus preguntas. El archivo en sí se conserva.
       *[other] Se quitarán { $documents } documentos con sus grafos y sus preguntas. Los archivos en sí se conservan.
    }
collection-dissolved = Colección quitada. Sus documentos se conservan.
password = Contraseña
open = Abrir
leave-out = Omitir
pages-unread = Algunas páginas no se han leído
parts-unread = Algunas partes no se han leído
read-again = Leer de nuevo
folder-read = Algunos archivos de la carpeta no se han añadido
search = Buscar en títulos y texto
order = Ordenar por
order-oldest = Más antiguos
order-newest = Más recientes
order-title = Título
order-author = Autor
order-state = Estado

found-nothing = Sin resultados
found-best = Los { $places } mejores resultados
found-all =
    { $places ->
        [one] 1 resultado
       *[other] { $places } resultados
    }
found-in-title = título o autor
found-on-page = página { $page }
found-in-text = texto

takes-long = Construir el grafo llevará alrededor de { $time }.
pages-named =
    { $number ->
        [one] la página { $pages }
       *[other] las páginas { $pages }
    }
pages-named-and-more = las páginas { $pages } y otras
pages-without-text = No hay texto en { $pages } de «{ $title }»: probablemente está escaneado. Tesseract lee las páginas escaneadas. Si falta, instálelo (en Debian: sudo apt install tesseract-ocr) y lea de nuevo el documento.
pages-unrecognised = No hay texto en { $pages } de «{ $title }»: probablemente está escaneado. Tesseract ha fallado, o Pecan no ha podido prepararle las páginas. Lea de nuevo el documento. Si vuelve a fallar, reinstale Tesseract.
parts-damaged = El archivo de «{ $title }» está dañado. Estas partes no se han podido leer y faltan: { $parts }.

state-read = sin grafo todavía
state-building = incompleto
state-ready = listo
state-failed = error

recognising = reconociendo la página escaneada { $nth } de { $of }, { $done }
finding-fastest = optimizando la velocidad, { $done }
testing-model = probando el modelo, { $done }
done-differently = Límites de este modelo
notice-points = Este modelo no sabe resumir: en una prueba breve, el texto no respaldaba nada de lo que escribió. Pecan cita en su lugar frases del documento.
notice-judge = Este modelo no reconoce cuándo ha leído lo suficiente. Pecan lee para cada pregunta un número fijo de los mejores resultados.
notice-answer = Este modelo no sabe responder preguntas. Pecan muestra los pasajes que mejor coinciden.
notice-language = El modelo no conoce el idioma de este documento. Pecan cita sus frases y responde a las preguntas con los pasajes que mejor coinciden.
notice-demonstration = Este es el modelo de demostración. Solo conoce el mundo inventado del libro de ejemplo, así que sus respuestas sobre este documento serán erróneas. Para sus propios documentos, elija el modelo predeterminado.
finishing = finalizando, { $done }
finding-names = buscando personas y lugares, { $done }
writing-questions = escribiendo preguntas, { $done }
exporting = exportando, { $done }
importing = importando, { $done }
time-left = quedan { $time }
tokens-each-second = { $tokens } tokens/s
estimating = Estimando…
waits = En cola
waits-behind = En cola, { $before } delante
jobs-wait = { $jobs } en cola
paused-jobs-wait = En pausa, { $jobs } en cola

documents =
    { $number ->
        [one] 1 documento
       *[other] { $number } documentos
    }
number-of-pages =
    { $number ->
        [one] 1 página
       *[other] { $number } páginas
    }
number-of-characters = { $number } caracteres
added-on = añadido el { $date }
left-out-of =
    { $files ->
        [0] { $folder }: no se han encontrado documentos.
        [one] { $folder }: se ha omitido 1 archivo que no parece un documento.
       *[other] { $folder }: se han omitido { $files } archivos que no parecen documentos.
    }
left-out-names = Archivos: { $names }.
