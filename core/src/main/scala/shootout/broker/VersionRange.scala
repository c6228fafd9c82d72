package shootout.broker

/** Versions of a broker, such as `>=3.8 <4.0`: all comparisons must hold. */
final case class VersionRange(text: String, private val comparisons: List[VersionRange.Comparison]):
  def contains(version: String): Boolean = comparisons.forall(_.holds(version))

object VersionRange:
  val syntax = "comparisons with a version, such as \"<4.0\" or \">=3.8 <4.0\""

  private[broker] final case class Comparison(operator: String, bound: String):
    def holds(version: String): Boolean =
      val order = compare(version, bound)
      operator match
        case "<" => order < 0
        case "<=" => order <= 0
        case ">" => order > 0
        case ">=" => order >= 0

  private val comparison = "(<=|>=|<|>)(\\d+(?:\\.\\d+)*)".r

  /** None: not written as [[syntax]] says. */
  def of(text: String): Option[VersionRange] =
    val read = text.trim.split("\\s+").toList.map {
      case comparison(operator, bound) => Some(Comparison(operator, bound))
      case _ => None
    }
    Option.when(read.forall(_.isDefined))(VersionRange(text, read.flatten))

  /** By the numbers between dots; what is missing counts as 0, and what is no number ends a version (`2.4.9.Final`). */
  private[broker] def compare(a: String, b: String): Int =
    numbers(a).zipAll(numbers(b), 0, 0).map((x, y) => x.compare(y)).find(_ != 0).getOrElse(0)

  private def numbers(version: String): List[Int] =
    version.split("[.+~-]").toList.map(_.toIntOption).takeWhile(_.isDefined).flatten
