package shootout.report

/** Reads values that may be absent. */
extension (value: ujson.Value)
  /** The value at the end of these keys. None if it is absent or null, or anything on the way to it. */
  def at(keys: String*): Option[ujson.Value] =
    keys.foldLeft(Option(value))((v, key) => v.flatMap(_.objOpt).flatMap(_.get(key))).filterNot(_.isNull)

  def numberAt(keys: String*): Option[Double] = value.at(keys*).flatMap(_.numOpt)
  def textAt(keys: String*): Option[String] = value.at(keys*).flatMap(_.strOpt)
  def listAt(keys: String*): List[ujson.Value] = value.at(keys*).flatMap(_.arrOpt).fold(Nil)(_.toList)
