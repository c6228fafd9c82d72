package shootout.campaign

/** How a command ends, or a load JVM. */
object ExitStatus:
  /** Something failed. */
  val Failed = 1

  /** Bad usage or input. */
  val Usage = 2

  /** What was measured could not be written down. */
  val Unsaved = 3

  /** A bug of this tool. */
  val Bug = 70

  /** Somebody stopped it: 128 + SIGINT, as shells have it. */
  val Stopped = 130
