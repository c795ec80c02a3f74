percent = { $number }%
less-than = < { $amount }
in-seconds = { $number } 秒
in-minutes = { $number } 分钟
in-hours = { $number } 小时
in-hours-and-minutes = { $hours } 小时 { $minutes } 分钟
in-days = { $number } 天
size =
    { $unit ->
        [B] { $number } 字节
       *[other] { $number } { $unit }
    }
