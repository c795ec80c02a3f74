look-page = 页面
look = 页面视图
smaller = 缩小（−）
larger = 放大（+）
fit = 适合宽度（0）
no-picture = 无法显示此页。
no-picture-hint = 改为显示其文字。
pages-locked = 显示此文档的页面需要密码。其文字无需密码即可阅读。
described-page = 第 { $label } 页的图像；其文字请选择“{ $text }”

nothing-open = 没有打开的文档
nothing-open-hint = 在左侧选择一个文档，或添加文档。
document-gone = 链接所指的文档已不在文库中。要阅读它，请重新添加其文件。

page-name = 页
page-previous = 上一页
page-next = 下一页
page-passage-goes-on = 原文段落在下一页继续
page-passage-began = 原文段落始于上一页
page-empty = 此页没有文字。

part-name = 部分
part-previous = 上一部分
part-next = 下一部分
part-passage-goes-on = 原文段落在下一部分继续
part-passage-began = 原文段落始于上一部分
part-empty = 此部分没有文字。

of-pages = / { $total }
# Follows the label printed on the page, such as “iv”.
page-of-pages = （{ $page } / { $total }）

find-here = 在文档中查找
find-previous = 上一个匹配项（Shift 回车）
find-next = 下一个匹配项（回车）
no-place = 无匹配项
numbered-place = { $nth } / { $all }

selection = 选中的文字
ask-about = 就此提问
resting-on-selection = 以此为依据的要点
look-up-name = 查找此名称
about-selected = “{ $selected }”：
two-pages = 双页
outline = 大纲
usual-size = 默认大小（0）

visit-page = 在浏览器中打开此链接？
visit-mail = 在邮件程序中给此地址写信？
visit-site = 该网页位于 { $place }。
visit-recipient = 邮件将发送给 { $place }。
cancel = 取消
