no-graph = Aún no hay grafo
no-graph-hint = Pecan lee el documento una vez y anota sus puntos, cada uno enlazado al texto del que procede.
graph-growing = Escribiendo los primeros puntos…
threshold = Peso mín.
threshold-title = El peso de una arista es la parte de su atención que un punto dedicó a aquello de lo que se escribió. Las aristas más débiles se ocultan.
whole = Mostrar todo el documento
zoom-in = Acercar
zoom-out = Alejar
close = Cerrar
predecessors = Puntos escritos a partir de esto
successors = Escrito a partir de
show-passage = Mostrar en el texto
show-node = Mostrar en el grafo
older-graph = Esta respuesta se encontró en un grafo anterior.
newest-graph = Mostrar el más reciente
nothing-above = Ninguno: es el nivel superior.
nothing-above-yet = Ningún punto miró esto.
graph-keys = Use las flechas: arriba, al punto más fuerte por encima; abajo, a aquello de lo que se escribió; a izquierda y derecha, a lo largo del documento.
table = Tabla
table-title = Mostrar los puntos y pasajes en una lista en vez de dibujarlos
column-place = Lugar
column-level = Nivel
column-text = Texto
column-strongest = Arista más fuerte
column-resting = Se apoya en esto
sort-title = Ordenar por esta columna; haga clic de nuevo para invertir
nothing-found = Sin coincidencias en este grafo.
table-rows = Filas
previous-rows = Filas anteriores
next-rows = Filas siguientes
find-points = Buscar puntos…
on-pages = Páginas
first-page = Desde la página
last-page = Hasta la página
rests-on-passage = se apoya en un pasaje
rests-title = Quitar este filtro
resting = Lo que se apoya en esto
resting-title = Mostrar todos los puntos de los que bajan aristas hasta este pasaje
replay = Camino, paso a paso
step-back = Paso anterior
step-on = Paso siguiente
play = Reproducir
pause-replay = Pausar
leave-path = Ocultar el camino
points-quoted =
    { $quoted ->
        [one] 1 de { $points } puntos es una cita del texto y se muestra como anillo.
       *[other] { $quoted } de { $points } puntos son citas del texto y se muestran como anillos.
    }
points-dropped =
    { $dropped ->
        [one] Pecan descartó 1 más porque el texto no lo respalda.
       *[other] Pecan descartó { $dropped } más porque el texto no los respalda.
    }
point-quoted = Cita del texto
uncovered-title = Pasajes a los que no llega desde ningún punto una arista lo bastante fuerte para mostrarse
uncovered =
    { $passages ->
        [one] 1 pasaje sin cubrir
       *[other] { $passages } pasajes sin cubrir
    }
numbered-page = p. { $page }
points-found = { $found } de { $all }
row-range = { $first }–{ $last } de { $all }
replay-start = nivel superior
replay-step = paso { $at } de { $all }
described-graph =
    { $levels ->
        [one] { $nodes } puntos y pasajes en 1 nivel.
       *[other] { $nodes } puntos y pasajes en { $levels } niveles.
    } { $keys }
level-of-text = texto
numbered-level = nivel { $level }
numbered-passage = pasaje { $number }
numbered-point = punto { $number }
unnumbered-point = punto
more = { $left } más
in-parts = Partes
first-part = Desde la parte
last-part = Hasta la parte
previous-found = Coincidencia anterior (Mayús Intro)
next-found = Coincidencia siguiente (Intro)
