percent = { $number } %
less-than = < { $amount }
in-seconds = { $number } s
in-minutes = { $number } min
in-hours = { $number } h
in-hours-and-minutes = { $hours } h { $minutes } min
in-days = { $number } Tage
size =
    { $unit ->
        [B] { $number } Byte
       *[other] { $number } { $unit }
    }
