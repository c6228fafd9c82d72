package shootout.machine

import sun.jvmstat.monitor.{LongMonitor, MonitorException, MonitoredHost, MonitoredVm, VmIdentifier}

import scala.util.Try

/** How long the garbage collectors of other JVMs of this user have stopped them, from the counters that HotSpot keeps in
  * a mapped file (`hsperfdata`, what `jstat` reads): nothing runs in the other JVM, and nothing stops it.
  *
  * The package is not exported by its module; without `--add-exports` and [[JvmGc.Exports]] every answer is none.
  */
final class JvmGc:
  private var open = Map.empty[Long, Option[JvmGc.Counters]]

  /** Nanoseconds since the JVM began; none if the process is no JVM. */
  def nanos(pid: Long): Option[Long] =
    open.getOrElse(pid, attach(pid)).map(_.nanos)

  /** Forgets all processes but these, whose numbers may soon be those of others. */
  def keep(pids: List[Long]): Unit =
    val (living, gone) = open.partition((pid, _) => pids.contains(pid))
    gone.values.flatten.foreach(_.close())
    open = living

  private def attach(pid: Long): Option[JvmGc.Counters] =
    val counters =
      try Some(JvmGc.Counters(MonitoredHost.getMonitoredHost("localhost").getMonitoredVm(VmIdentifier(s"//$pid"))))
      catch case _: (MonitorException | LinkageError) => None
    open = open.updated(pid, counters)
    counters

object JvmGc:
  /** What a JVM that uses this must be started with. */
  val Exports = "jdk.internal.jvmstat/sun.jvmstat.monitor=ALL-UNNAMED"
  private val MostCollectors = 4

  private final class Counters(vm: MonitoredVm):
    private val ticksPerSecond = number("sun.os.hrt.frequency").fold(1e9)(_.longValue.toDouble)
    private val collectors =
      (0 until MostCollectors).flatMap(i => number(s"sun.gc.collector.$i.time"))

    private def number(name: String): Option[LongMonitor] =
      Option(vm.findByName(name)).collect { case counter: LongMonitor => counter }

    def nanos: Long = (collectors.map(_.longValue).sum * (1e9 / ticksPerSecond)).toLong
    def close(): Unit = Try(vm.detach()): Unit
