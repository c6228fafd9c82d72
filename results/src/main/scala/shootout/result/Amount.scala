package shootout.result

import shootout.units.{Json, QuantityKind, Word}

/** The unit of an amount. A plain number has none. */
enum AmountUnit extends Word:
  case Bytes, S, PerS, Percent

/** The value of an axis or of a step, if it is a number.
  *
  * @param value
  *   the number, in `unit`
  * @param unit
  *   null for a plain number
  */
case class Amount(value: Double, unit: Option[AmountUnit]) derives Json.ReadWriter

object Amount:
  private val Plain = """([0-9]+(?:\.[0-9]+)?)""".r
  private val Percent = """([0-9]+(?:\.[0-9]+)?) ?%""".r

  /** Sizes as ids write them, such as `20b` and `256k`. */
  private val Short = "([0-9]+)([bkmg])".r
  private val ShortSizes = Map("b" -> 1L, "k" -> (1L << 10), "m" -> (1L << 20), "g" -> (1L << 30))

  /** @param value
    *   in the engine's unit
    * @param kind
    *   none for a plain number
    */
  def of(value: Double, kind: Option[QuantityKind]): Amount = kind match
    case None => Amount(value, None)
    case Some(QuantityKind.Size) => Amount(value, Some(AmountUnit.Bytes))
    case Some(QuantityKind.Duration) => Amount(value / 1e9, Some(AmountUnit.S))
    case Some(QuantityKind.Rate) => Amount(value, Some(AmountUnit.PerS))

  /** Reads a value as scenario files and ids write it. None if it is a word. No other code parses the values of axes.
    */
  def of(text: String): Option[Amount] = text.trim match
    case Plain(number) => Some(Amount(number.toDouble, None))
    case Percent(number) => Some(Amount(number.toDouble, Some(AmountUnit.Percent)))
    case Short(number, unit) => Some(Amount(number.toDouble * ShortSizes(unit), Some(AmountUnit.Bytes)))
    case other => QuantityKind.values.toList.flatMap(kind => kind.parse(other).map(of(_, Some(kind)))).headOption

  /** The numeric axes. */
  def all(axes: Map[String, String]): Map[String, Amount] =
    axes.flatMap((name, text) => of(text).map(name -> _))
