package shootout.analysis

import shootout.result.ResultFile

/** A difference between the conditions of two results.
  *
  * @param refuses
  *   true if the comparison would no longer be about the brokers alone
  */
case class Difference(what: String, old: String, now: String, refuses: Boolean):
  override def toString: String = s"$what: $old | $now"

/** Whether two results can be compared. */
object Comparability:
  /** The share by which memory may differ on the same machine, because kernels reserve some of it. */
  private val MemoryTolerance = 0.05

  /** All differences of two results except the broker. */
  def differences(old: ResultFile, now: ResultFile): List[Difference] =
    def differ(what: String, refuses: Boolean)(read: ResultFile => String): Option[Difference] =
      Option.when(read(old) != read(now))(Difference(what, read(old), read(now), refuses))
    val refusing = List(
      differ("processor", true)(_.environment.cpu),
      differ("cores", true)(_.environment.cores.toString),
      memory(old, now),
      differ("system", true)(_.environment.os.replaceAll(" build .*", "")),
      differ("kernel", true)(file => release(file.environment.kernel)),
      differ("JVM", true)(file => feature(file.environment.jvm)),
      differ("disk", true)(_.environment.disk.replaceAll(" on \\S+", "")),
      differ("load and broker", true)(file =>
        if file.environment.sharedWithBroker then "on one machine" else "on two machines"
      ),
      schedulingGroups(old, now)
    ).flatten
    val others = List(
      differ("host", false)(_.environment.host),
      differ("kernel", false)(_.environment.kernel),
      differ("JVM", false)(_.environment.jvm),
      differ("disk", false)(_.environment.disk),
      differ("broker heap in MiB", false)(_.settings.heapMb.toString),
      differ("profile", false)(_.settings.profile),
      differ("tool", false)(tool),
      differ("client library", false)(_.driver),
      durability(old, now)
    ).flatten
    refusing ++ others.filterNot(one => refusing.exists(_.what == one.what))

  private def durability(old: ResultFile, now: ResultFile): Option[Difference] =
    for a <- old.broker.durability; b <- now.broker.durability if a != b
    yield Difference("durability", a.word.replace('_', ' '), b.word.replace('_', ' '), refuses = false)

  /** With other scheduling groups, a broker is measured under other conditions. Results that do not contain the groups
    * are not refused.
    */
  private def schedulingGroups(old: ResultFile, now: ResultFile): Option[Difference] =
    def groups(file: ResultFile) = file.workloads.flatMap(_.resources).flatMap(_.schedulingGroups).maxOption.map {
      case 1 => "one"
      case _ => "several"
    }
    for a <- groups(old); b <- groups(now) if a != b
    yield Difference("scheduling groups of load and broker", a, b, refuses = true)

  private def memory(old: ResultFile, now: ResultFile): Option[Difference] =
    val (a, b) = (old.environment.memoryBytes.toDouble, now.environment.memoryBytes.toDouble)
    Option.when((a - b).abs > MemoryTolerance * a.max(b)):
      Difference("memory", Numbers.gibibytes(a), Numbers.gibibytes(b), refuses = true)

  /** System, architecture, and the first two numbers of the version. */
  private def release(kernel: String): String = kernel.replaceAll("(\\d+\\.\\d+)\\S*", "$1")

  /** Name and feature release, such as `OpenJDK 64-Bit Server VM 17`. */
  private def feature(jvm: String): String = jvm.replaceAll(" (\\d+)[^ ]*$", " $1")

  private def tool(file: ResultFile): String =
    val commit = Option(file.tool.gitCommit.take(10)).filter(_.nonEmpty)
    (file.tool.version :: commit.toList).mkString(" ") + (if file.tool.gitDirty then " with local changes" else "")

/** The conditions under which contenders were measured: a machine, and the heap of its brokers. Contenders of different
  * machines are not compared, because the machine may make the difference.
  *
  * @param label
  *   its host's name, with what distinguishes it from others with that name
  * @param files
  *   the indexes of its files among all files
  */
final case class Machine(label: String, files: Set[Int])

object Machine:
  /** The machines in the order of the files. Two results belong to one machine if `benchmark-compare` would accept
    * them, and if host and heap are the same.
    */
  def of(files: List[ResultFile]): List[Machine] =
    val alike = files.indices.foldLeft(Vector.empty[Vector[Int]]): (known, file) =>
      known.indexWhere(of => apart(files(of.head), files(file)).isEmpty) match
        case -1 => known :+ Vector(file)
        case n => known.updated(n, known(n) :+ file)
    alike.toList.map(of => Machine(label(files(of.head), alike.toList.map(all => files(all.head))), of.toSet))

  private def apart(a: ResultFile, b: ResultFile): List[Difference] =
    Comparability.differences(a, b).filter(one => one.refuses || Parting(one.what))

  /** `benchmark-compare` reports these differences but accepts them, because users compare results to see what such a
    * change does.
    */
  private val Parting = Set("host", "broker heap in MiB")

  private def label(file: ResultFile, others: List[ResultFile]): String =
    val host = file.environment.host
    val namesakes = others.filter(_.environment.host == host)
    val words = namesakes.flatMap(apart(_, file)).map(one => s"${one.what} ${one.now}").distinct
    (host :: Option.when(words.nonEmpty)(words.mkString("(", ", ", ")")).toList).mkString(" ")
