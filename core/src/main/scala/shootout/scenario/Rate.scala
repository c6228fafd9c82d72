package shootout.scenario

import shootout.units.Json

/** When the producers of a group send. All but `Maximum` are open loops: they do not wait for the broker. */
enum Rate derives Json.ReadWriter:
  /** Messages per second of each producer. */
  case Each(function: Varying)

  /** Messages per second of all producers together, in turn. */
  case Total(function: Varying)

  /** As fast as the broker takes them: a closed loop, whose rate is the measure for the shares of other cells. */
  case Maximum

  /** A share (1 is all) of the rate that the cell with the [[Maximum]] consumed; of all producers together. */
  case Share(ofMaximum: Double)

  /** Messages per second, as far as the scenario says. */
  def perSecond: Option[Varying] = this match
    case Each(function) => Some(function)
    case Total(function) => Some(function)
    case Maximum | Share(_) => None

  /** Messages per second of so many producers together, on average, if that stays the same. */
  def mean(producers: Int): Option[Double] = this match
    case Each(function) => function.average.map(_ * producers)
    case Total(function) => function.average
    case Maximum | Share(_) => None

  def isOpenLoop: Boolean = this != Maximum
