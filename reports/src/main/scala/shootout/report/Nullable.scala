package shootout.report

/** An option that nobody typed is null. `Option(value)` would still be one of `A | Null`. */
extension [A](value: A | Null)
  private[report] def orNone: Option[A] = if value == null then None else Some(value)
