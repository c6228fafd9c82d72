package shootout.scenario

/** When the producers of a group send. All but `Maximum` are open loops: they do not wait for the broker. */
enum Rate:
  /** Messages per second of each producer. */
  case Each(perSecond: Varying)

  /** Messages per second of all producers together, in turn. */
  case Total(perSecond: Varying)

  /** As fast as the broker takes them: a closed loop, whose rate is the measure for the shares of other cells. */
  case Maximum

  /** A share (1 is all) of the rate that the cell with the [[Maximum]] consumed; of all producers together. */
  case Share(ofMaximum: Double)

  def isOpenLoop: Boolean = this != Maximum
