package shootout.machine

import shootout.result.ResourceSample

/** Reads what broker, generator and machine use, one interval after the other. Used by one thread at a time. */
trait Meter:
  /** The first interval begins. */
  def begin(): Unit

  /** The interval since the last call; none if it cannot be read. */
  def sample(): Option[ResourceSample]

  /** How many processors the just-in-time compilers of broker and generator have kept busy since the last call; none if that cannot be
    * read, and at the first call.
    */
  def compilerCores(): Option[Double]

object Meter:
  /** Where nobody wants to know. */
  val none: Meter = new Meter:
    def begin(): Unit = ()
    def sample(): Option[ResourceSample] = None
    def compilerCores(): Option[Double] = None
