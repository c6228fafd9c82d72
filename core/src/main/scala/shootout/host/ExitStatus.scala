package shootout.host

/** How a command ends, or a load JVM. See [[Stopping.Status]] too. */
object ExitStatus:
  /** Bad usage or input. */
  val Usage = 2

  /** What was measured could not be written down. */
  val Unsaved = 3
