percent = { $number }%
less-than = < { $amount }
in-seconds = { $number } s
in-minutes = { $number } min
in-hours = { $number } h
in-hours-and-minutes = { $hours } h { $minutes } min
in-days = { $number } days
size =
    { $unit ->
        [B] { $number } bytes
       *[other] { $number } { $unit }
    }
