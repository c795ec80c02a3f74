look-page = Página
look = Vista de página
smaller = Alejar (−)
larger = Acercar (+)
fit = Ajustar al ancho (0)
no-picture = Esta página no se puede mostrar.
no-picture-hint = En su lugar se muestra su texto.
pages-locked = Para mostrar las páginas de este documento hace falta su contraseña. Su texto se puede leer sin ella.
described-page = Imagen de la página { $label }; para ver sus palabras, elija «{ $text }»

nothing-open = Ningún documento abierto
nothing-open-hint = Elija un documento a la izquierda o añada uno.
document-gone = El documento enlazado ya no está en la biblioteca. Para leerlo, añada de nuevo su archivo.

page-name = Página
page-previous = Página anterior
page-next = Página siguiente
page-passage-goes-on = El pasaje continúa en la página siguiente
page-passage-began = El pasaje empieza en la página anterior
page-empty = No hay texto en esta página.

part-name = Parte
part-previous = Parte anterior
part-next = Parte siguiente
part-passage-goes-on = El pasaje continúa en la parte siguiente
part-passage-began = El pasaje empieza en la parte anterior
part-empty = No hay texto en esta parte.

of-pages = de { $total }
# Follows the label printed on the page, such as “iv”.
page-of-pages = ({ $page } de { $total })

find-here = Buscar en el documento
find-previous = Coincidencia anterior (Mayús Intro)
find-next = Coincidencia siguiente (Intro)
no-place = sin coincidencias
numbered-place = { $nth } de { $all }

selection = Texto seleccionado
ask-about = Preguntar sobre esto
resting-on-selection = Puntos que se apoyan en esto
look-up-name = Buscar este nombre
about-selected = «{ $selected }»:{" "}
two-pages = Dos páginas
outline = Esquema
usual-size = Tamaño predeterminado (0)

visit-page = ¿Abrir este enlace en el navegador?
visit-mail = ¿Escribir a esta dirección en la aplicación de correo?
visit-site = La página está en { $place }.
visit-recipient = El mensaje es para { $place }.
cancel = Cancelar
