package shootout.units

/** What a library or an option that nobody typed leaves null. `Option(value)` would still be one of `A | Null`. */
extension [A](value: A | Null)
  def orNone: Option[A] = if value == null then None else Some(value)
