package shootout.units

/** Durations for people. */
object Duration:
  /** `42 s`, `7 min`, `2 h 05 min`. */
  def words(seconds: Double): String =
    val whole = math.round(seconds)
    if whole < 100 then s"$whole s"
    else
      val minutes = math.round(seconds / 60)
      if minutes < 100 then s"$minutes min" else f"${minutes / 60} h ${minutes % 60}%02d min"
