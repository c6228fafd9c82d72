package shootout.run

/** Ends the broker as a crash would, for cells that ask what is left then. */
trait Killer:
  /** SIGKILL to all its processes. Returns when they have ended. */
  def kill(): Unit

  /** Starts it again, on the same data and at the same address. Returns when it answers. Left: why it does not. */
  def restart(): Either[String, Unit]
