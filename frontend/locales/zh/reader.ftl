look-page = 页面
look = 页面的显示方式
smaller = 缩小（−）
larger = 放大（+）
fit = 适合宽度（0）
no-picture = 这一页无法按原样显示。
no-picture-hint = 改为显示其文字。
pages-locked = 只有输入密码，才能按原样显示此文档的页面；其文字无需密码即可阅读。
described-page = 第 { $label } 页的原样；其文字在“{ $text }”中

nothing-open = 没有打开任何文档。
nothing-open-hint = 在左侧选择一个文档，或添加一个。
document-gone = 这里指向的文档已不在文库中。要阅读它，请重新添加其文件。

page-name = 页
page-previous = 上一页
page-next = 下一页
page-passage-goes-on = 原文段落未完：下一页
page-passage-began = 原文段落始于上一页
page-empty = 这一页没有文字。

part-name = 部分
part-previous = 上一部分
part-next = 下一部分
part-passage-goes-on = 原文段落未完：下一部分
part-passage-began = 原文段落始于上一部分
part-empty = 这一部分没有文字。

of-pages = / { $total }
# After what is printed on the page shown, such as “iv”.
page-of-pages = （{ $page } / { $total }）

find-here = 在文档中查找
find-previous = 上一处（Shift 回车）
find-next = 下一处（回车）
no-place = 未找到
numbered-place = { $nth } / { $all }

selection = 选中的文字
ask-about = 就此提问
resting-on-selection = 以此为依据的要点
look-up-name = 查找此名称
about-selected = “{ $selected }”：
two-pages = 双页
outline = 大纲
usual-size = 常用大小（0）

visit-page = 在浏览器中打开此地址？
visit-mail = 在邮件程序中写信给此地址？
visit-site = 该网页位于 { $place }。
visit-recipient = 邮件将发送给 { $place }。
cancel = 取消
