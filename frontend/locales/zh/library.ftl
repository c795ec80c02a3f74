add = 添加…
add-title = 添加文档
document-files = 文档
library-closed = 无法打开文库
library-empty = 还没有文档
library-empty-hint = 添加一本书、一篇论文或任何长文：EPUB、PDF、Word、OpenDocument、FictionBook、网页、Markdown 或纯文本。也可以拖放到这里。
drop-here = 拖放到此处即可添加
resume = 继续构建
build = 构建
remove = 移除
removing = 正在移除…
leaving = 将连同图谱和提问一起移除。文件本身会保留。
undo = 撤销
reading-files = 正在读取…
pause = 暂停
go-on = 继续
do-next = 移到最前
paused = 已暂停
build-now = 立即构建
build-later = 以后再说
collections = 合集…
new-collection = 新合集
put-into = 创建并添加
rename = 重命名
collection-name = 合集名称
collection-taken = 已有名为“{ $name }”的合集。要合并两者吗？
join-collections = 合并
change-collection = 编辑…
dissolve-collection = 移除，保留文档
remove-collected = 连同文档一起移除
collection-leaving = { $documents } 个文档将连同图谱和提问一起移除。文件本身会保留。
collection-dissolved = 合集已移除，其中的文档会保留。
password = 密码
open = 打开
leave-out = 跳过
pages-unread = 部分页面未读取
parts-unread = 部分内容未读取
read-again = 重新读取
folder-read = 文件夹中有些文件未添加
search = 搜索标题和正文
order = 排序方式
order-oldest = 最早添加
order-newest = 最近添加
order-title = 标题
order-author = 作者
order-state = 状态

found-nothing = 没有结果
found-best = 前 { $places } 个最佳结果
found-all = { $places } 个结果
found-in-title = 标题或作者
found-on-page = 第 { $page } 页
found-in-text = 正文

takes-long = 构建图谱大约需要 { $time }。
pages-named =
    { $number ->
       *[other] 第 { $pages } 页
    }
pages-named-and-more = 第 { $pages } 页等
pages-without-text = “{ $title }”的{ $pages }没有文字，可能是扫描页。扫描页由 Tesseract 读取。如果没有安装，请先安装（Debian 上：sudo apt install tesseract-ocr），再重新读取此文档。
pages-unrecognised = “{ $title }”的{ $pages }没有文字，可能是扫描页。Tesseract 识别失败，或者 Pecan 无法为它渲染页面。请重新读取此文档。如果仍然失败，请重新安装 Tesseract。
parts-damaged = “{ $title }”的文件已损坏。以下部分无法读取，已缺失：{ $parts }。

state-read = 还没有图谱
state-building = 不完整
state-ready = 就绪
state-failed = 失败

recognising = 正在识别扫描页 { $nth } / { $of }，{ $done }
finding-fastest = 正在优化速度，{ $done }
testing-model = 正在测试模型，{ $done }
done-differently = 此模型的局限
notice-points = 此模型不会概括：在一次简短测试中，它写下的内容都没有原文依据。Pecan 将改为引用文档中的句子。
notice-judge = 此模型无法判断是否已读够。对每个问题，Pecan 会读取固定数量的最佳匹配。
notice-answer = 此模型无法回答问题。Pecan 会显示最匹配的原文段落。
notice-language = 模型不懂此文档的语言。Pecan 会引用其中的句子，并用最匹配的原文段落回答问题。
notice-demonstration = 这是演示模型。它只了解示例书的虚构世界，因此关于此文档的回答会是错的。阅读你自己的文档请选择默认模型。
finishing = 正在收尾，{ $done }
finding-names = 正在查找人物和地点，{ $done }
writing-questions = 正在编写问题，{ $done }
exporting = 正在导出，{ $done }
importing = 正在导入，{ $done }
time-left = 剩余 { $time }
tokens-each-second = { $tokens } 词元/秒
estimating = 正在估算…
waits = 排队中
waits-behind = 排队中，前面还有 { $before } 个
jobs-wait = { $jobs } 个排队中
paused-jobs-wait = 已暂停，{ $jobs } 个排队中

documents = { $number } 个文档
number-of-pages = { $number } 页
number-of-characters = { $number } 个字符
added-on = 添加于 { $date }
left-out-of =
    { $files ->
        [0] { $folder }：没有找到文档。
       *[other] { $folder }：已跳过 { $files } 个看起来不是文档的文件。
    }
left-out-names = 文件：{ $names }。
