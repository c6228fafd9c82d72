package shootout.campaign

/** How a command ends, or a load JVM. */
object ExitStatus:
  val Done = 0

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

  /** Of one contender.
    *
    * @param failed
    *   it could not be had, one of its loads failed, or its load JVM broke down
    */
  def ofContender(stopped: Boolean, failed: Boolean): Int = if stopped then Stopped else if failed then Failed else Done

  /** Of a run.
    *
    * @param contenders
    *   the status of each
    * @param page
    *   that of drawing the page
    */
  def ofRun(contenders: List[Int], page: Int, stopped: Boolean): Int =
    if contenders.contains(Unsaved) then Unsaved
    else if stopped then Stopped
    else if page != Done || contenders.contains(Usage) then Usage
    else if contenders.forall(_ == Done) then Done
    else Failed
