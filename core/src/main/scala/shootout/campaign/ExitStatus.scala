package shootout.campaign

/** The exit status of a command or a load JVM. */
object ExitStatus:
  val Done = 0

  /** Something failed. */
  val Failed = 1

  /** Usage or input was wrong. */
  val Usage = 2

  /** A measurement could not be saved. */
  val Unsaved = 3

  /** This tool has a bug. */
  val Bug = 70

  /** A user stopped it: 128 + SIGINT, as in shells. */
  val Stopped = 130

  /** The status of one contender.
    *
    * @param failed
    *   true if it was not available, one of its workloads failed, or its load JVM broke down
    */
  def ofContender(stopped: Boolean, failed: Boolean): Int = if stopped then Stopped else if failed then Failed else Done

  /** The status of a run.
    *
    * @param contenders
    *   the status of each
    * @param page
    *   the status of generating the report
    */
  def ofRun(contenders: List[Int], page: Int, stopped: Boolean): Int =
    if contenders.contains(Unsaved) then Unsaved
    else if stopped then Stopped
    else if page != Done || contenders.contains(Usage) then Usage
    else if contenders.forall(_ == Done) then Done
    else Failed
