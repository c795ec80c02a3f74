ask = Preguntar
ask-placeholder-here = Preguntar a este documento…
ask-placeholder-of = Preguntar a «{ $name }»…
ask-placeholder = Hacer una pregunta…
asked-of = Preguntar a
ask-read = Solo lo que he leído (hasta { $place })
ask-read-title = Pecan ignora todo lo posterior a su posición de lectura
this-document = este documento
ask-collection = Preguntar a todo «{ $name }»
all-in-collection = todo «{ $name }» ({ $documents })
part-of-collection =
    { $all ->
        [one] «{ $name }» ({ $asked } de { $all } documento)
       *[other] «{ $name }» ({ $asked } de { $all } documentos)
    }
ask-first = Haga una pregunta
ask-first-hint = Cada respuesta muestra qué puntos se miraron y en qué pasajes se apoya.
ask-nothing = Abra un documento para preguntar sobre él.
ask-growing = El grafo sigue creciendo. Las respuestas se apoyan en lo construido hasta ahora.
asking-elsewhere = Pecan está respondiendo una pregunta sobre «{ $title }».
asked-growing = El grafo estaba incompleto cuando se preguntó esto. La respuesta se apoya en lo construido hasta entonces.
ask-no-graph = Podrá preguntar en cuanto el grafo tenga sus primeros puntos.
looking = Buscando…
looking-at-points =
    { $points ->
        [one] Buscando… 1 punto
       *[other] Buscando… { $points } puntos
    }
not-found = Pecan no encontró una respuesta en lo que leyó.
closest-passages = Estos pasajes son los que mejor coinciden con su pregunta.
what-was-read = Lo que leyó Pecan:
look-further = Seguir buscando
answer-anyway = Responder de todos modos
best-effort = Pecan no encontró lo suficiente. Es una suposición a partir de lo mirado.
unsupported-answer = Es una suposición: el texto leído no la respalda con claridad.
ask-stopped = Detenido antes de obtener una respuesta.
empty-answer = El modelo no escribió ninguna respuesta.
copy = Copiar
copied = Copiado
show-on-graph = Mostrar camino en el grafo
path = Camino
looked-at = mirado
similarity = similar
shared-words = palabras comunes
enough = ¿suficiente?
enough-alone = ¿suficiente por sí solo?
engine-again = El motor se ha reiniciado y continúa.
engine-idle = Volverá a arrancar cuando haya algo que hacer.
numbers-explained = Qué significan los números
score-title = Por qué vino a continuación: su parte de lo que miraron los puntos anteriores, su similitud con la pregunta y las palabras que comparten.
score-parts = mirado { $attention }, similar { $similarity }, palabras comunes { $words }
enough-title = Hasta qué punto el modelo consideró suficiente lo que había mirado, de 0 a 1.
enough-alone-title = Hasta qué punto el modelo consideró suficiente este pasaje por sí solo, de 0 a 1. La respuesta se escribe a partir del mejor.
enough-needed = { $found } (hace falta { $needed })
recall-answered = Se apoya en…
recall-looked-at = Lo que se miró…
model-read = Leyó { $what }
points-of = { $points } de { $all } puntos
passages-of = { $passages } de { $all } pasajes
with-passages = { $points } y { $passages }
passages-shown =
    { $passages ->
        [one] se apoya en 1 pasaje
       *[other] se apoya en { $passages } pasajes
    }
passages-shown-of = se apoya en { $passages } pasajes, { $shown } a la vista
more-than-book = más texto del que contiene este breve documento
share-of-book = tanto texto como el { $share } del libro
arithmetic-of-all = { $operations }; leerlo todo requeriría { $whole }

show-more = Mostrar { $next } más
show-more-of = Mostrar { $next } más de { $left }

find-questions = Buscar en preguntas y respuestas
ask-again = Preguntar otra vez
ask-again-title = Hacer la misma pregunta con los ajustes actuales
ask-on = Seguir preguntando
ask-on-title = La próxima pregunta sigue a esta: el modelo también ve esta pregunta y su respuesta
ask-afresh = Preguntar sin contexto
forget = Quitar pregunta
question-leaving = Se quitará con su respuesta.
follows = Sigue a «{ $question }»
follows-removed = Sigue a una pregunta quitada
export = Guardar como…
save-answer = Guardar respuesta
answer-file = respuesta

looked-at-none = El modelo no miró ningún punto en particular
looked-most-at = Al escribir esto, el modelo miró sobre todo: { $points }
point-share = { $point } ({ $share })
top-level =
    { $points ->
        [one] Se empezó con 1 punto
       *[other] Se empezó con { $points } puntos
    }

stopped-sufficient = La búsqueda terminó porque el modelo consideró esto suficiente.
stopped-window = La búsqueda terminó porque no cabe ningún otro punto en la ventana de contexto del modelo.
stopped-exhausted = La búsqueda terminó porque no quedaba nada que mirar.
stopped-unconfirmed = El modelo consideró suficiente lo leído, pero ningún pasaje por sí solo.
stopped-limit = La búsqueda terminó al llegar al límite de puntos.
stopped-fixed = La búsqueda miró tantos puntos como se pidió.
stopped-unjudged = El modelo no reconoce cuándo ha leído lo suficiente, así que Pecan leyó un número fijo de puntos.
stopped-passages = Pecan no escribió ninguna respuesta. Estos pasajes son los que mejor coinciden.
stopped-listed = Pecan tomó los nombres de las frases que lo dicen, sin preguntar al modelo.
stopped-described = Pecan cita las frases que más dicen de quién se trata, sin preguntar al modelo.
list-sentences =
    { $sentences ->
        [one] de la única frase con un nombre
       *[other] de las { $sentences } frases con nombres
    }
list-without-text =
    { $pages ->
        [one] 1 página no tiene texto
       *[other] { $pages } páginas no tienen texto
    }
passages-instead = El modelo no puede responder preguntas sobre este documento. Estos pasajes son los que mejor coinciden.
stopped-by-you = Detuvo usted la búsqueda.

cost-tokens = { $evaluated } tokens leídos, { $restored } reutilizados
cost-whole = Leerlo todo: { $tokens } tokens
cost-asks =
    { $asks ->
        [1] Se comprobó una vez si basta
       *[other] Se comprobó { $asks } veces si basta
    }
cost-arithmetic = { $operations } de cálculo
shares-explained = Junto a cada pasaje figura su parte de lo que miró el modelo. No es una prueba.
weighed = { $share } de lo que el modelo miró al responder vino de aquí. No es una prueba.
changed-since = modificado desde entonces
page-passages = Pasajes
page-step = paso
page-point = punto
page-top = nivel superior
round-names = Se buscó «{ $query }» en las frases sobre { $names }.
round-all = Se buscó «{ $query }» en todas las frases.
searched-on = No bastó, así que Pecan buscó en el grafo.
