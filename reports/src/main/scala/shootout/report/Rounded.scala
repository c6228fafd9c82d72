package shootout.report

/** Measured numbers as the page holds them: with more digits than any measurement has, and no more. Whole numbers stay as they are. */
object Rounded:
  private val Digits = 7

  def apply(value: ujson.Value): ujson.Value = value match
    case ujson.Num(number) => ujson.Num(rounded(number))
    case ujson.Arr(items) => ujson.Arr.from(items.map(apply))
    case ujson.Obj(members) => ujson.Obj.from(members.iterator.map((key, member) => key -> apply(member)))
    case other => other

  private def rounded(number: Double): Double =
    if number == math.rint(number) then number
    else
      val places = Digits - 1 - math.floor(math.log10(math.abs(number))).toInt
      if places <= 0 then math.rint(number)
      else
        val size = math.pow(10, places)
        val whole = math.rint(number * size)
        // of a number next to nothing
        if whole.isInfinite || size.isInfinite then number else whole / size
