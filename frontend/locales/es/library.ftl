add = Añadir…
add-title = Añadir documentos
document-files = Documentos
library-closed = No se puede abrir la biblioteca
library-empty = Todavía no hay documentos.
library-empty-hint = Añada un libro, un artículo o cualquier texto largo: EPUB, PDF, Word, OpenDocument, FictionBook, una página web, Markdown o texto sin formato. O suéltelo aquí.
drop-here = Soltar para añadir
resume = Reanudar
build = Construir
remove = Quitar
removing = Quitando…
leaving = Se quitará con su grafo y sus preguntas. El archivo en sí se queda.
undo = Deshacer
reading-files = Leyendo…
pause = Pausar
go-on = Continuar
do-next = Hacer ahora
paused = En pausa
build-now = Construir ahora
build-later = Más tarde
collections = Colecciones…
new-collection = Una colección nueva
put-into = Añadir a ella
rename = Cambiar nombre
collection-name = Nombre de la colección
collection-taken = Ya hay una colección «{ $name }». ¿Unir las dos?
join-collections = Unir
change-collection = Modificar…
dissolve-collection = Disolver y conservar documentos
remove-collected = Quitar con sus documentos
collection-leaving =
    { $documents ->
        [one] Se quitará 1 documento con su grafo y sus preguntas. El archivo en sí se queda.
       *[other] Se quitarán { $documents } documentos con sus grafos y sus preguntas. Los archivos en sí se quedan.
    }
collection-dissolved = Disuelta. Sus documentos se quedan.
password = Contraseña
open = Abrir
leave-out = Dejar fuera
pages-unread = Algunas páginas no se han leído
parts-unread = Algunas partes no se han leído
read-again = Leerlo de nuevo
folder-read = No se ha añadido todo lo que hay en la carpeta
search = Buscar en títulos y textos
order = Orden
order-oldest = Más antiguos primero
order-newest = Más recientes primero
order-title = Título
order-author = Autor
order-state = Estado

found-nothing = No se ha encontrado nada.
found-best = Los { $places } mejores lugares
found-all =
    { $places ->
        [one] 1 lugar
       *[other] { $places } lugares
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
pages-without-text = No hay texto en { $pages } de «{ $title }»: parece escaneado. Tesseract lee tales páginas: si falta, instálelo (en Debian: sudo apt install tesseract-ocr) y haga que el documento se lea de nuevo.
pages-unrecognised = No hay texto en { $pages } de «{ $title }»: parece escaneado. Tesseract ha fallado, o no se ha podido dibujar para él. Haga que el documento se lea de nuevo; si vuelve a fallar, reinstale Tesseract.
parts-damaged = El archivo de «{ $title }» está dañado y falta lo que no se ha podido leer: { $parts }.

state-read = sin grafo todavía
state-building = detenido, aún incompleto
state-ready = listo
state-failed = ha fallado

recognising = reconociendo la página escaneada { $nth } de { $of }, { $done }
finding-fastest = buscando la forma más rápida, { $done }
testing-model = comprobando qué sabe hacer el modelo, { $done }
done-differently = Pecan procede aquí de otro modo
notice-points = Este modelo no resume: en una prueba breve, el texto no respaldaba nada de lo que escribió. Pecan cita en su lugar frases del documento.
notice-judge = Este modelo no reconoce cuándo ha leído lo suficiente. Para cada pregunta, Pecan lee un número fijo de los mejores resultados.
notice-answer = Este modelo no responde preguntas. Pecan muestra los pasajes que mejor encajan.
notice-language = El modelo no conoce el idioma de este documento. Pecan cita sus frases y, para una pregunta, muestra los pasajes que mejor encajan.
notice-demonstration = Este es el modelo de demostración. Solo conoce el mundo inventado del libro de muestra; las respuestas sobre este documento serán erróneas. Para sus propios documentos, elija el modelo predeterminado.
finishing = terminando, { $done }
finding-names = buscando personas y lugares, { $done }
writing-questions = escribiendo preguntas, { $done }
time-left = quedan { $time }
tokens-each-second = { $tokens } tokens/s
estimating = Estimando…
waits = En espera
waits-behind = En espera, { $before } antes
jobs-wait = { $jobs } en espera
paused-jobs-wait = En pausa, { $jobs } en espera

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
        [0] { $folder }: nada de lo que contiene es un documento.
        [one] { $folder }: 1 archivo que no parece un documento se ha dejado fuera.
       *[other] { $folder }: { $files } archivos que no parecen documentos se han dejado fuera.
    }
left-out-names = En detalle: { $names }.
