package shootout.analysis

import shootout.result.Amount

/** Of the values of an axis the one that asks least of a broker: the others are compared with it. */
object Plainest:
  /** Words that stand for less than their alternatives. */
  private val Words = List("false", "no", "none", "async", "auto", "queue", "bytes", "filler")

  /** The smallest of quantities; else the plainest word that is known; else the first. */
  def of(values: List[String]): String =
    val sizes = values.flatMap(size)
    if sizes.size == values.size then values.zip(sizes).minBy(_._2)._1
    else Words.find(values.contains).getOrElse(values.head)

  /** From the plainest on, quantities by their size. */
  def sorted(values: List[String]): List[String] =
    val plain = of(values)
    plain :: values.filterNot(_ == plain).sortBy(size(_).getOrElse(0.0))

  private def size(value: String): Option[Double] = Amount.of(value).map(_.value)
