package shootout.campaign

import shootout.analysis.Flags
import shootout.machine.Surroundings
import shootout.result.SurroundingsResult

/** Checks whether the machine is idle enough for a run. */
object HostLoadCheck:
  /** The main classes of a run, and of its calibration. */
  private val Mains = Set("shootout.cli.Main", "shootout.calibrate.Main")

  /** Checks the machine, which takes a second. */
  def look(): SurroundingsResult = Surroundings.look(Mains)

  /** The warnings for the user. */
  def warnings(seen: SurroundingsResult): List[String] =
    val thresholds = Flags.thresholds
    def percent(share: Double) = s"${math.round(share * 100)} %"
    val others = Option.when(seen.otherRuns > 0) {
      val runs = if seen.otherRuns == 1 then "another run" else s"${seen.otherRuns} other runs"
      s"$runs of this tool under way"
    }
    val foreign = Option.when(seen.foreignShare > thresholds.foreignShare) {
      s"other processes use ${percent(seen.foreignShare)} of its CPU time"
    }
    val steal = Option.when(seen.stealShare > thresholds.stealShare) {
      s"the hypervisor gives ${percent(seen.stealShare)} of its CPU time to others"
    }
    val found = others.toList ++ foreign ++ steal
    if found.isEmpty then Nil
    else
      List(
        s"Warning: this machine is busy: ${found.mkString("; ")}. Numbers measured now are worse than they should be, and are flagged (B). " +
          "For numbers to rely on, stop this run (Ctrl-C), end the other work (top shows it), and start again."
      )
