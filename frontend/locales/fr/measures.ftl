percent = { $number } %
less-than = < { $amount }
in-seconds = { $number } s
in-minutes = { $number } min
in-hours = { $number } h
in-hours-and-minutes = { $hours } h { $minutes } min
in-days = { $number } jours
size =
    { $unit ->
        [B] { $number } octets
        [kB] { $number } ko
        [MB] { $number } Mo
        [GB] { $number } Go
       *[TB] { $number } To
    }
