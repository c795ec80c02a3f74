# 全窗口统一用语：
# point 要点 · graph 图谱 · node 节点 · edge 边 · chunk 片段 · passage 原文段落 ·
# evidence 原文段落 · looked at 查看 · rests on 依据 · build 构建 · engine 引擎。
# 标点用全角；引号用“”；数字和拉丁字母与汉字之间留一个空格。
# 没有变量的消息无论多长都写在一行里。

library = 文库
text = 正文
document = 文档
graph = 图谱
both = 两者
shown = 视图
settings = 设置
questions = 提问
dismiss = 关闭
stop-button = 停止
stopping = 正在停止…
retry = 重试

quoted = “{ $words }”
listed = { $before }、{ $next }
named = { $name }：{ $words }

try-sample = 用示例书试一试
tour = 快速入门
tour-step = { $number }/3
tour-ask = 向示例书提一个问题。下面这个问题它能回答：点击它，然后按回车键。
tour-follow = 回答下方列出了它所依据的原文段落，并带有编号。点击其中一个，即可在书中看到高亮显示。
tour-way = 点击回答下方的那一行，可以查看 Pecan 如何得出回答以及所用的开销。然后在图谱上显示路径。
tour-own = 就是这样。现在添加你自己的文档吧。
tour-close = 关闭导览

window-failed = Pecan 的窗口已崩溃
window-failed-hint = 这是 Pecan 的错误。已读取、构建和回答的内容都已保存。
load-again = 重新加载窗口
