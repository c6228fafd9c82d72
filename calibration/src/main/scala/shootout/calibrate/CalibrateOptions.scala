package shootout.calibrate

import picocli.CommandLine.{Command, Option as Opt}
import shootout.units.orNone

import java.nio.file.Path
import java.util
import scala.jdk.CollectionConverters.*

/** The options as typed. */
@Command(
  name = "calibrate",
  sortOptions = false,
  usageHelpAutoWidth = true,
  description = Array(
    "Measures how fast this load generator is on this machine: against a null broker, and next to a C program.",
    "Prints a table and writes calibration.json.",
    ""
  ),
  footer = Array("", "Exit status: 0 all measured; 1 something could not be measured; 2 bad usage.")
)
final class CalibrateOptions:
  import CalibrateOptions.*

  @Opt(
    names = Array("--rounds"),
    paramLabel = "N",
    description =
      Array("Repeat all measurements N times, in turn. The table shows medians. Default: 5, with --against 10.")
  )
  var typedRounds: Integer | Null = null

  @Opt(
    names = Array("--seconds"),
    paramLabel = "S",
    description = Array("Measure for this long. Default: 1, with --against 4. With vendors only whole seconds.")
  )
  var typedSeconds: java.lang.Double | Null = null

  @Opt(
    names = Array("--sizes"),
    split = ",",
    // picocli cannot see the element type of a Scala field.
    `type` = Array(classOf[Integer]),
    paramLabel = "BYTES",
    description = Array("Sizes of message bodies. Default: 20,1024,262144.")
  )
  var sizes: util.List[Integer] = util.List.of(20, 1024, 262144)

  @Opt(
    names = Array("--connections"),
    split = ",",
    `type` = Array(classOf[Integer]),
    paramLabel = "N",
    description = Array("Numbers of connections. Default: 1,10.")
  )
  var connections: util.List[Integer] = util.List.of(1, 10)

  @Opt(
    names = Array("--against"),
    paramLabel = "RIVAL",
    arity = "0..1",
    fallbackValue = "plain",
    description = Array(
      "Compare our clients with a rival's instead. Both take turns at the same process of a real broker.",
      "plain (default): plain loops over the same libraries; over STOMP, a blocking socket.",
      "original: the client of the original stomp-benchmark of 2011; needs --original.",
      "vendors: the performance tools of the brokers' vendors; compares rates, but not CPU time."
    )
  )
  var against: String | Null = null

  @Opt(
    names = Array("--original"),
    paramLabel = "DIR",
    description = Array("Find the original's jars and classes in this folder. Nothing is downloaded.")
  )
  var original: Path | Null = null

  @Opt(
    names = Array("--scheduling"),
    paramLabel = "HOW",
    description = Array(
      "one (default): start the broker in the session of its clients.",
      "two: start it in a session of its own, as a service manager does.",
      "both: measure one after the other. Linux divides CPU time among sessions first."
    )
  )
  var scheduling: String = "one"

  @Opt(
    names = Array("--warm-up"),
    paramLabel = "S",
    description = Array(
      "Warm up for this long before each measurement. Default: 2; if each measurement starts a JVM, 8."
    )
  )
  var typedWarmUp: java.lang.Double | Null = null

  @Opt(
    names = Array("--brokers"),
    split = ",",
    paramLabel = "NAME",
    description = Array("Start only these brokers. Default: all but variants.")
  )
  var brokers: util.List[String] = util.List.of()

  @Opt(
    names = Array("--protocols"),
    split = ",",
    paramLabel = "NAME",
    description =
      Array(
        "With plain: compare clients of these protocols, such as stomp,openwire,amqp,core, or all. Default: " +
          "stomp."
      )
  )
  var protocols: util.List[String] = util.List.of()

  @Opt(
    names = Array("--loads"),
    split = ",",
    paramLabel = "GLOB",
    description =
      Array("Run only workloads whose name matches, such as", "'20b_1?_*'. Default: all in docs/dev/calibration.md.")
  )
  var loads: util.List[String] = util.List.of()

  @Opt(
    names = Array("--out"),
    paramLabel = "FILE",
    description = Array("Write the numbers to this file. Default: calibration.json in the current folder.")
  )
  var out: Path = Path.of("calibration.json")

  @Opt(names = Array("--help"), usageHelp = true, description = Array("Show this help."))
  var help: Boolean = false

  /** What our clients are compared with. None if they are not. */
  def rival: Option[String] = against.orNone
  def rounds: Int = typedRounds.orNone.fold(if rival.isEmpty then 5 else 10)(_.intValue)
  def seconds: Double =
    val typed = typedSeconds.orNone.fold(if rival.isEmpty then 1.0 else 4.0)(_.doubleValue)
    if rival.contains(Vendors) then typed.ceil else typed
  def warmUpS: Double =
    typedWarmUp.orNone.fold(if rival.contains(Plain) then 2.0 else 8.0)(_.doubleValue.ceil)

  private[calibrate] def schedulings: List[Scheduling] = scheduling match
    case "one" => List(Scheduling.One)
    case "two" => List(Scheduling.Two)
    case "both" => List(Scheduling.One, Scheduling.Two)
    case _ => Nil

  /** Everything that is wrong with the options. */
  def problems: List[String] =
    def atLeast(name: String, least: Double, values: Double*) =
      values.filter(_ < least).map(value => s"$name: found $value, expected at least $least")
    def onlyWith(name: String, given_ : Boolean, right: Boolean, where: String) =
      Option.when(given_ && !right)(s"$name goes with $where only")
    val bodies = sizes.asScala.map(_.intValue).filter(size => size < SmallestBody || size > LargestBody)
    val folder = (rival.contains(Original), original.orNone) match
      case (true, None) =>
        Some("--against original: needs --original DIR, a folder with the original's classes, which we do not ship")
      case (true, Some(folder)) => OriginalRival.problem(folder)
      case (false, given_) => onlyWith("--original", given_.isDefined, false, "--against original")
    val choices = List(
      rival.filterNot(rivals.contains)
        .map(word => s"--against: found '$word', expected any of ${rivals.mkString(", ")}"),
      Option.when(schedulings.isEmpty)(s"--scheduling: found '$scheduling', expected one, two or both"),
      onlyWith("--scheduling", scheduling != "one", rival.isDefined, "--against"),
      onlyWith("--warm-up", typedWarmUp.orNone.isDefined, rival.isDefined, "--against"),
      onlyWith("--brokers", !brokers.isEmpty, rival.isDefined, "--against"),
      onlyWith("--loads", !loads.isEmpty, rival.isDefined, "--against"),
      onlyWith("--protocols", !protocols.isEmpty, rival.contains(Plain), "--against plain"),
      folder
    )
    choices.flatten ++ atLeast("--rounds", 1, rounds) ++ atLeast("--seconds", 0.05, seconds) ++
      atLeast("--warm-up", 0, warmUpS) ++
      atLeast("--connections", 1, connections.asScala.map(_.doubleValue).toSeq*) ++
      bodies.map(size => s"--sizes: found $size, expected $SmallestBody to $LargestBody")

object CalibrateOptions:
  /** Means every protocol that a broker speaks. */
  val All = "all"

  /** The rivals that our clients can be compared with. */
  val Plain = "plain"
  val Original = "original"
  val Vendors = "vendors"
  private val rivals = List(Plain, Original, Vendors)
  private val SmallestBody = 20
  private val LargestBody = 16 * 1024 * 1024
