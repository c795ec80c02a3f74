names = 名称
names-find = 查找名称
names-kinds = 名称所指
names-all = 全部
names-people = 人物
names-places = 地点
names-organisations = 组织
names-things = 其他
name-person = 人物
name-place = 地点
name-organisation = 组织
name-thing = 其他

names-read = 仅限我已读的部分
names-read-title = 不列出当前阅读位置之后的内容
names-none = 在此文档中没有找到名称。
names-none-read = 到当前阅读位置为止没有名称。
names-unasked = 尚未询问模型这些名称指的是什么。
names-number = { $number } 个名称
names-more = 还有 { $number } 个：请输入名称的一部分

name-back = 全部名称
name-mentions = 提及 { $number } 次
name-also = 又称：{ $names }
name-together = 一同提及
name-sentences = { $number } 个句子
name-sentences-turning = 句子
name-sentences-before = 前面的句子
name-sentences-after = 后面的句子
numbered-part = 第 { $part } 部分

save-names = 保存名称
