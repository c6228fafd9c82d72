package shootout.calibrate

import shootout.driver.{ClientAnswer, ClientOrder}

import scala.util.Using

/** One side of a comparison: it follows one order after the other. */
private trait Rival extends AutoCloseable:
  def follow(order: ClientOrder): ClientAnswer

  /** The autogroup of the process that follows orders, or of the latest one. */
  def autogroup: String

/** A side with a new JVM for each order. */
private final class FreshSide(start: () => Side) extends Rival:
  var autogroup = "unknown"

  def follow(order: ClientOrder): ClientAnswer = Using.resource(start()) { side =>
    autogroup = side.autogroup
    side.follow(order)
  }

  def close(): Unit = ()
