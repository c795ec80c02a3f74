no-graph = Todavía no hay grafo.
no-graph-hint = Pecan lee el documento una vez y anota sus puntos, cada uno unido a aquello de donde se leyó.
graph-growing = Se están escribiendo los primeros puntos.
threshold = Aristas desde
threshold-title = Una arista es la parte de su atención que un punto dedicó a aquello de donde se escribió. Las más débiles no se dibujan.
whole = Mostrar todo el documento
zoom-in = Acercar
zoom-out = Alejar
close = Cerrar
predecessors = Puntos escritos a partir de él
successors = Escrito a partir de
show-passage = Mostrar en el texto
show-node = Mostrar en el grafo
older-graph = Un grafo anterior, en el que se encontró esta respuesta.
newest-graph = Volver al más reciente
nothing-above = Ninguno: no hay nada por encima.
nothing-above-yet = Ningún punto lo ha mirado.
graph-keys = Las flechas llevan de un nodo a otro: arriba, al punto más fuerte por encima; abajo, a aquello de donde se escribió; a izquierda y derecha, a lo largo del documento.
table = Tabla
table-title = Enumerar los puntos y pasajes en vez de dibujarlos
column-place = Lugar
column-level = Nivel
column-text = Texto
column-strongest = Arista más fuerte
column-resting = Se apoya en él
sort-title = Ordenar por esta columna; otra vez para el orden inverso
nothing-found = No hay nada así en este grafo.
table-rows = Filas
previous-rows = Filas anteriores
next-rows = Filas siguientes
find-points = Buscar puntos…
on-pages = Páginas
first-page = Desde la página
last-page = Hasta la página
rests-on-passage = se apoya en un pasaje
rests-title = Buscar de nuevo entre todos los puntos y pasajes
resting = Lo que se apoya en él
resting-title = Enumerar todos los puntos de los que bajan aristas hasta este pasaje
replay = El camino, paso a paso
step-back = Un paso atrás
step-on = Un paso adelante
play = Reproducir
pause-replay = Pausar
leave-path = Quitar el camino del grafo
points-quoted =
    { $quoted ->
        [one] 1 de { $points } puntos es una cita del texto y está dibujado como anillo.
       *[other] { $quoted } de { $points } puntos son citas del texto y están dibujados como anillos.
    }
points-dropped =
    { $dropped ->
        [one] Pecan descartó 1 más porque el texto no lo respalda.
       *[other] Pecan descartó { $dropped } más porque el texto no los respalda.
    }
point-quoted = Cita del texto
uncovered-title = Pasajes de los que no se escribió ningún punto con una arista tan fuerte como las dibujadas
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
previous-found = Resultado anterior (Mayús Intro)
next-found = Resultado siguiente (Intro)
