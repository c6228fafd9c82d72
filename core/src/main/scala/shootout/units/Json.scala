package shootout.units

/** The one JSON dialect of the project's files: keys in snake case, enums as lower-case words, absent values null. */
object Json extends upickle.AttributeTagged:
  override def objectAttributeKeyReadMap(key: CharSequence): CharSequence = camel(key.toString)
  override def objectAttributeKeyWriteMap(key: CharSequence): CharSequence = snake(key.toString)
  override def serializeDefaults: Boolean = true

  /** What the opaque units are written with. */
  val longCodec: ReadWriter[Long] = ReadWriter.join[Long]

  /** Codec of an enum whose cases have no parameters: `TimedOut` is written as `timed_out`. */
  def wordCodec[E](cases: Array[E]): ReadWriter[E] =
    val byWord = cases.map(c => snake(c.toString) -> c).toMap
    readwriter[String].bimap[E](
      c => snake(c.toString),
      word => byWord.getOrElse(word, throw new upickle.core.Abort(s"'$word' is none of ${byWord.keys.mkString(", ")}"))
    )

  /** `inFlight` to `in_flight`, `TimedOut` to `timed_out`. */
  def snake(name: String): String =
    name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(java.util.Locale.ROOT)

  private def camel(key: String): String =
    val words = key.split('_')
    words.head + words.tail.map(_.capitalize).mkString
