package shootout.calibrate

import shootout.broker.{BrokerSpec, Launch}

import java.io.IOException
import java.nio.file.{Files, Path}

/** Whether the broker and its clients share a scheduling group. Linux divides the processors among sessions first (autogroups), so a broker in a
  * session of its own gets half of the machine whatever its clients do.
  */
private enum Scheduling(val title: String):
  /** Broker and clients are in the session of the calibration. */
  case One extends Scheduling("one session")

  /** The broker has a session of its own, as a service manager would start it. */
  case Two extends Scheduling("two sessions")

  def of(spec: BrokerSpec): BrokerSpec = this match
    case One => spec
    case Two =>
      val nodes = spec.topology.nodes.map(node => node.copy(launch = ownSession(node.launch)))
      spec.copy(launch = ownSession(spec.launch), topology = spec.topology.copy(nodes = nodes))

  private def ownSession(launch: Launch): Launch =
    val companions = launch.companions.map(companion => companion.copy(command = "setsid" :: companion.command))
    launch.copy(start = "setsid" :: launch.start, companions = companions)

private object Scheduling:
  /** The autogroups of these processes, such as `autogroup-12`. */
  def autogroups(pids: List[Long]): String =
    val found = pids.flatMap(autogroup).distinct
    if found.isEmpty then "unknown" else found.mkString(", ")

  private def autogroup(pid: Long): Option[String] =
    try Files.readString(Path.of(s"/proc/$pid/autogroup")).split("\\s+").headOption
    // it has ended, or the system has no autogroups
    catch case _: IOException => None
