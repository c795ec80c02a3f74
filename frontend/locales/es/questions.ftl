ask = Preguntar
ask-placeholder-here = Preguntar a este documento…
ask-placeholder-of = Preguntar a «{ $name }»…
ask-placeholder = Hacer una pregunta…
asked-of = Preguntar a
ask-read = Solo lo que he leído (hasta { $place })
ask-read-title = Pecan no mira nada de lo que viene después del punto donde está leyendo
this-document = este documento
ask-collection = Preguntar a todo «{ $name }»
all-in-collection = todo «{ $name }» ({ $documents })
part-of-collection =
    { $all ->
        [one] «{ $name }» ({ $asked } de { $all } documento)
       *[other] «{ $name }» ({ $asked } de { $all } documentos)
    }
ask-first = Haga una pregunta.
ask-first-hint = Cada respuesta muestra qué puntos se miraron y los pasajes en que se apoya.
ask-nothing = Abra un documento para preguntar sobre él.
ask-growing = El grafo sigue creciendo: las respuestas se apoyan en lo construido hasta ahora.
asking-elsewhere = Se está respondiendo una pregunta sobre «{ $title }».
asked-growing = El grafo no estaba completo cuando se preguntó esto: la respuesta se apoya en lo construido hasta entonces.
ask-no-graph = Se podrá preguntar en cuanto el grafo tenga sus primeros puntos.
looking = Buscando…
looking-at-points =
    { $points ->
        [one] Buscando… 1 punto
       *[other] Buscando… { $points } puntos
    }
not-found = Pecan no encontró una respuesta en lo que leyó.
closest-passages = Estos pasajes son los que mejor encajan con su pregunta.
what-was-read = Esto es lo que se leyó:
look-further = Seguir buscando
answer-anyway = Responder de todos modos
best-effort = No se encontró lo suficiente. Esto es una conjetura a partir de lo mirado.
unsupported-answer = Es una suposición: el texto leído no la respalda con claridad.
ask-stopped = Detenido antes de la respuesta.
empty-answer = El modelo no escribió ninguna respuesta.
copy = Copiar
copied = Copiado
show-on-graph = Mostrar el camino en el grafo
path = Camino
looked-at = mirado
similarity = similar
shared-words = palabras comunes
enough = ¿suficiente?
enough-alone = ¿suficiente por sí solo?
engine-again = El motor se ha reiniciado y continúa.
engine-idle = Volverá a arrancar cuando haya algo que hacer.
numbers-explained = Qué dicen los números
score-title = Por qué vino a continuación: su parte de lo que miraron los puntos anteriores, su parecido con la pregunta y las palabras que comparte con ella.
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
more-than-book = más texto que este breve documento
share-of-book = tanto texto como el { $share } del libro
arithmetic-of-all = { $operations }; leerlo todo requeriría { $whole }

show-more = Mostrar { $next } más
show-more-of = Mostrar { $next } más de { $left }

find-questions = Buscar en preguntas y respuestas
ask-again = Preguntar otra vez
ask-again-title = Preguntar lo mismo con los ajustes actuales
ask-on = Seguir preguntando
ask-on-title = La próxima pregunta sigue a esta: el modelo verá también esta pregunta y su respuesta
ask-afresh = Empezar de nuevo
forget = Quitar la pregunta
question-leaving = Se quitará con su respuesta.
follows = Sigue a «{ $question }»
follows-removed = Sigue a una pregunta quitada
export = Guardar como…
save-answer = Guardar la respuesta
answer-file = respuesta

looked-at-none = No miró ningún punto en particular
looked-most-at = Al escribir esto, el modelo miró sobre todo: { $points }
point-share = { $point } ({ $share })
top-level =
    { $points ->
        [one] 1 punto para empezar
       *[other] { $points } puntos para empezar
    }

stopped-sufficient = La búsqueda terminó porque el modelo consideró esto suficiente.
stopped-window = La búsqueda terminó porque no cabe ningún otro punto en la ventana del modelo.
stopped-exhausted = La búsqueda terminó porque no quedaba nada que mirar.
stopped-unconfirmed = Lo leído le pareció suficiente al modelo, pero ningún pasaje por sí solo.
stopped-limit = La búsqueda terminó porque había mirado tantos puntos como se permite.
stopped-fixed = La búsqueda miró tantos puntos como se pidió.
stopped-unjudged = El modelo no reconoce cuándo ha leído lo suficiente, así que Pecan leyó un número fijo de puntos.
stopped-passages = Pecan no escribió ninguna respuesta: estos son los pasajes que mejor encajan.
stopped-listed = Pecan tomó los nombres de las frases que lo dicen, sin el modelo.
stopped-described = Pecan cita las frases que más dicen de quién se trata, sin el modelo.
list-sentences =
    { $sentences ->
        [one] de la única frase con un nombre
       *[other] de las { $sentences } frases con nombres
    }
list-without-text =
    { $pages ->
        [one] 1 página sin texto
       *[other] { $pages } páginas sin texto
    }
passages-instead = El modelo no puede escribir una respuesta sobre esto. Estos pasajes son los que mejor encajan.
stopped-by-you = Usted la detuvo.

cost-tokens = { $evaluated } tokens leídos, { $restored } reutilizados
cost-whole = Leerlo todo: { $tokens } tokens
cost-asks =
    { $asks ->
        [1] Se preguntó una vez si basta
       *[other] Se preguntó { $asks } veces si basta
    }
cost-arithmetic = { $operations } de cálculo
shares-explained = Junto a cada pasaje figura su parte de lo que miró el modelo; no es una prueba.
weighed = { $share } de lo que el modelo miró al responder vino de aquí. Es lo que se miró, no una prueba.
changed-since = modificado desde entonces
page-passages = Pasajes
page-step = paso
page-point = punto
page-top = arriba
round-names = Se buscó «{ $query }» en las frases sobre { $names }.
round-all = Se buscó «{ $query }» en todas las frases.
searched-on = No bastó, así que se buscó en el grafo.
