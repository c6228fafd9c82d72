package shootout.report

import shootout.result.Status

/** Reads what may be absent: files of older tools lack newer keys. */
extension (value: ujson.Value)
  /** The value at the end of these keys; `None` if it, or anything on the way, is absent or null. */
  def at(keys: String*): Option[ujson.Value] =
    keys.foldLeft(Option(value))((v, key) => v.flatMap(_.objOpt).flatMap(_.get(key))).filterNot(_.isNull)

  def numberAt(keys: String*): Option[Double] = value.at(keys*).flatMap(_.numOpt)
  def textAt(keys: String*): Option[String] = value.at(keys*).flatMap(_.strOpt)
  def listAt(keys: String*): List[ujson.Value] = value.at(keys*).flatMap(_.arrOpt).fold(Nil)(_.toList)

  /** What became of a cell; `None` of a word that only newer tools know. */
  def status: Option[Status] = value.textAt("status").flatMap(Status.of)
  def isMeasured: Boolean = status.contains(Status.Measured)
