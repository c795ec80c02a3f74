look-page = Página
look = Cómo se muestra la página
smaller = Más pequeño (−)
larger = Más grande (+)
fit = Tan ancho como quepa (0)
no-picture = Esta página no se puede mostrar tal como es.
no-picture-hint = En su lugar se muestra el texto.
pages-locked = Las páginas de este documento solo se pueden mostrar tal como son con su contraseña; su texto se puede leer sin ella.
described-page = La página { $label } tal como es; sus palabras están en «{ $text }»

nothing-open = No hay nada abierto.
nothing-open-hint = Elija un documento a la izquierda, o añada uno.
document-gone = El documento al que esto lleva ya no está en la biblioteca. Añada de nuevo su archivo para leerlo.

page-name = Página
page-previous = Página anterior
page-next = Página siguiente
page-passage-goes-on = El pasaje continúa: página siguiente
page-passage-began = El pasaje empieza en la página anterior
page-empty = No hay texto en esta página.

part-name = Parte
part-previous = Parte anterior
part-next = Parte siguiente
part-passage-goes-on = El pasaje continúa: parte siguiente
part-passage-began = El pasaje empieza en la parte anterior
part-empty = No hay texto en esta parte.

of-pages = de { $total }
# After what is printed on the page shown, such as “iv”.
page-of-pages = ({ $page } de { $total })

find-here = Buscar en el documento
find-previous = Lugar anterior (Mayús Intro)
find-next = Lugar siguiente (Intro)
no-place = no encontrado
numbered-place = { $nth } de { $all }

selection = Las palabras seleccionadas
ask-about = Preguntar sobre esto
resting-on-selection = Puntos que se apoyan en esto
look-up-name = Buscar este nombre
about-selected = «{ $selected }»:{" "}
two-pages = Dos páginas
outline = Esquema
usual-size = Del tamaño habitual (0)

visit-page = ¿Abrir esta dirección en el navegador?
visit-mail = ¿Escribir a esta dirección en el programa de correo?
visit-site = La página está en { $place }.
visit-recipient = El mensaje es para { $place }.
cancel = Cancelar
