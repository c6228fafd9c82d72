package shootout.machine

import shootout.units.Endpoint

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.util.concurrent.locks.LockSupport
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** The processes among which Linux divides the CPUs first. Each group gets the same share, however many processes it
  * has.
  *
  * Two groups for broker and load generator give other results than one. In two groups the generator wakes up for every
  * message and takes the CPU from the broker. ActiveMQ delivered 2.7 times as many messages in one group as in two. A
  * run therefore creates its own group, which brokers and load JVMs inherit. Every result contains the number of
  * groups.
  *
  * A group is a control group with the `cpu` controller. At the root of that hierarchy it is the autogroup of a session
  * (sched(7), "The autogroup feature"), unless the kernel has that turned off.
  */
object SchedulingGroup:
  /** The group of a process; none if there is no `/proc`, or the process has ended. */
  def of(pid: Long): Option[String] =
    lines(Path.of(s"/proc/$pid/cgroup")).flatMap { memberships =>
      hierarchy.flatMap(_.groupIn(memberships)).orElse(autogroup(pid)).orElse(Some("/"))
    }

  /** The number of groups of these processes; none if no group is known. */
  def count(pids: List[Long]): Option[Int] =
    val groups = pids.flatMap(of).distinct
    Option.when(groups.nonEmpty)(groups.size)

  /** Whether the listeners at an address are known to be in the group of this process. */
  def isOurs(endpoint: Endpoint): Boolean =
    val listeners = if Listeners.isLocal(endpoint.host) then Listeners.of(endpoint.port) else Nil
    listeners.nonEmpty && count(ProcessHandle.current.pid :: listeners).contains(1)

  /** Puts this process, and everything that it will start, into a new control group below its present one. A broker
    * that creates its own sessions, as PostgreSQL does for each connection, then stays in the group. The group is
    * removed when this JVM ends.
    *
    * @return
    *   false if that is not allowed, so that sessions decide
    */
  def join(): Boolean =
    val joined =
      for
        cpu <- hierarchy
        memberships <- lines(Path.of("/proc/self/cgroup"))
        present <- cpu.folder(memberships)
        group <- cpu.make(present)
      yield Runtime.getRuntime.addShutdownHook(Thread(() => leave(present, group)))
    joined.isDefined

  /** Removes the groups of killed runs. The system refuses to remove a group that still has processes. */
  private def sweep(parent: Path): Unit =
    val left = Option(parent.toFile.list()).toList.flatten.filter(_.startsWith(Prefix))
    left.foreach(name => Try(Files.deleteIfExists(parent.resolve(name))))

  /** Waits, because brokers may end a moment after this hook begins. */
  private def leave(parent: Path, group: Path): Unit =
    Try(Files.writeString(parent.resolve(Members), ProcessHandle.current.pid.toString))
    val deadline = System.nanoTime() + LeaveNanos
    while Try(Files.deleteIfExists(group)).isFailure && System.nanoTime() < deadline do LockSupport.parkNanos(PollNanos)

  private def autogroup(pid: Long): Option[String] =
    val enabled = lines(Path.of("/proc/sys/kernel/sched_autogroup_enabled")).exists(_.headOption.contains("1"))
    // A line is, for example, "/autogroup-14 nice 0".
    if enabled then lines(Path.of(s"/proc/$pid/autogroup")).flatMap(_.headOption).map(_.takeWhile(_ != ' ')) else None

  private val Prefix = "broker-shootout-"
  private val Members = "cgroup.procs"
  private val LeaveNanos = 5_000_000_000L
  private val PollNanos = 50_000_000L

  private lazy val hierarchy: Option[Hierarchy] =
    val mounts = lines(Path.of("/proc/self/mounts")).getOrElse(Nil).map(_.split(' ').toList)
    val first = mounts.collectFirst {
      case _ :: folder :: "cgroup" :: options :: _ if options.split(',').contains("cpu") =>
        Hierarchy(Path.of(folder), isSecond = false)
    }
    first.orElse(mounts.collectFirst { case _ :: folder :: "cgroup2" :: _ => Hierarchy(Path.of(folder), true) })

  private def lines(file: Path): Option[List[String]] =
    try Some(Files.readAllLines(file, ISO_8859_1).asScala.toList)
    catch case _: IOException => None

  /** The control groups of the `cpu` controller.
    *
    * @param isSecond
    *   true for the second version of control groups, where a group may be without the controller
    */
  private final case class Hierarchy(root: Path, isSecond: Boolean):
    /** The group of a process, from the lines of `/proc/PID/cgroup`: `<number>:<controllers>:<path>`. */
    def folder(memberships: List[String]): Option[Path] =
      val path = memberships.map(_.split(":", 3)).collectFirst {
        case Array("0", _, path) if isSecond => path
        case Array(_, controllers, path) if !isSecond && controllers.split(',').contains("cpu") => path
      }
      path.map(place => root.resolve(place.stripPrefix("/")))

    /** None at the root, where sessions decide. */
    def groupIn(memberships: List[String]): Option[String] =
      val ancestors = folder(memberships).toList.flatMap(Iterator.iterate(_)(_.getParent.nn).takeWhile(_ != root))
      ancestors.find(divides).map(_.toString)

    /** Whether the controller divides the CPUs among this group and its siblings. */
    private def divides(folder: Path): Boolean = !isSecond || Files.exists(folder.resolve("cpu.weight"))

    def make(parent: Path): Option[Path] = Try {
      sweep(parent)
      if isSecond then open(parent)
      val group = Files.createDirectory(parent.resolve(s"$Prefix${ProcessHandle.current.pid}"))
      try Files.writeString(group.resolve(Members), ProcessHandle.current.pid.toString)
      catch
        case e: IOException =>
          Files.delete(group)
          throw e
      group
    }.toOption

    /** Allows groups below this one. */
    private def open(folder: Path): Unit =
      val control = folder.resolve("cgroup.subtree_control")
      def opened = lines(control).exists(_.exists(_.split(' ').contains("cpu")))
      if !opened then Try(Files.writeString(control, "+cpu"))
      if !opened then throw IOException(s"no groups may be made in $folder")
