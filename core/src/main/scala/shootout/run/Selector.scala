package shootout.run

/** The part of the selector grammar that the audit understands: `name = 'value'`, joined by AND. */
object Selector:
  private val Equals = """\s*([A-Za-z_$][\w$]*)\s*=\s*'([^']*)'\s*""".r

  /** Whether a message with these headers passes; none if the selector says more than we can tell. */
  def admits(selector: Option[String], headers: List[(String, String)]): Option[Boolean] = selector match
    case None => Some(true)
    case Some(text) =>
      val terms = text.split("(?i)\\sand\\s").toList.map {
        case Equals(name, value) => Some(headers.contains(name -> value))
        case _ => None
      }
      if terms.forall(_.isDefined) then Some(terms.flatten.forall(identity)) else None
