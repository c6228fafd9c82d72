package shootout.calibrate

import picocli.CommandLine.{Command, Option as Opt}
import shootout.units.orNone

import java.nio.file.Path
import java.util
import scala.jdk.CollectionConverters.*

/** The command line as typed. */
@Command(
  name = "calibrate",
  sortOptions = false,
  usageHelpAutoWidth = true,
  description = Array(
    "Measures what this load generator can do on this machine, against a broker that does as little as one can,",
    "beside what a bare socket carries. Prints a table and writes calibration.json.",
    ""
  ),
  footer = Array("", "Exit status: 0 all well; 1 something could not be measured; 2 bad usage.")
)
final class CalibrateOptions:
  @Opt(
    names = Array("--rounds"),
    paramLabel = "N",
    description = Array(
      "Repeats all measurements N times, in turn; the table shows medians. Default: 5; with --against plain or original 10."
    )
  )
  var typedRounds: Integer | Null = null

  def rounds: Int = typedRounds.orNone.fold(if sameBroker then 10 else 5)(_.intValue)

  @Opt(
    names = Array("--seconds"),
    paramLabel = "S",
    description = Array(
      "Length of each measurement. Default: 1; with --against plain or original 4, with --against vendors 5, in whole seconds."
    )
  )
  var typedSeconds: java.lang.Double | Null = null

  def seconds: Double =
    val otherwise = if comparison.contains(CalibrateOptions.Vendors) then 5.0 else if sameBroker then 4.0 else 1.0
    typedSeconds.orNone.fold(otherwise)(_.doubleValue)

  @Opt(
    names = Array("--warm-up"),
    paramLabel = "S",
    description = Array(
      "With --against plain or original: warms up so long before each measurement. Default: 2; with original, whose JVM is a new one",
      "each time, 6."
    )
  )
  var typedWarmUp: java.lang.Double | Null = null

  def warmUpS: Double =
    typedWarmUp.orNone.fold(if comparison.contains(CalibrateOptions.Original) then 6.0 else 2.0)(_.doubleValue)

  @Opt(
    names = Array("--sizes"),
    split = ",",
    // the signature of a Scala field says no more than List
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
    names = Array("--protocols"),
    split = ",",
    paramLabel = "NAME",
    description = Array(
      "With --against plain: compares the clients of these protocols: stomp (our own), openwire, amqp, core, ...; all: every one.",
      "Default: stomp."
    )
  )
  var protocols: util.List[String] = util.List.of()

  @Opt(
    names = Array("--against"),
    paramLabel = "RIVAL",
    arity = "0..1",
    fallbackValue = "plain",
    description = Array(
      "Instead, lets our clients and a rival take turns at the same process of a real broker. Prints ratios of rates and of",
      "processor time, and writes them to the file.",
      "plain (the default): plain loops over the same libraries, over STOMP over a socket.",
      "original: the client of the original stomp-benchmark of 2011; needs --original.",
      "vendors: the performance tools of the brokers' makers; ratios of rates only."
    )
  )
  var against: String | Null = null

  @Opt(names = Array("--against-vendors"), description = Array("The same as --against vendors."))
  var againstVendors: Boolean = false

  @Opt(
    names = Array("--original"),
    paramLabel = "DIR",
    description = Array(
      "With --against original: runs the original's client from the jars and classes in this folder. Nothing is fetched."
    )
  )
  var original: Path | Null = null

  @Opt(
    names = Array("--scheduling"),
    paramLabel = "HOW",
    description = Array(
      "With --against plain or original: one: starts the broker in the session of its clients; two: in a session of its own, as a",
      "service manager does; both: one after the other. Linux divides the processors among sessions first. Default: one."
    )
  )
  var scheduling: String = "one"

  private[calibrate] def schedulings: List[Scheduling] =
    CalibrateOptions.schedulings.filter(_._1 == scheduling).flatMap(_._2)

  /** Whether both sides are the same kind of client, and differ only in how they are written. */
  private def sameBroker: Boolean = comparison.exists(_ != CalibrateOptions.Vendors)

  /** What our clients are compared with, if they are. */
  def comparison: Option[String] = if againstVendors then Some(CalibrateOptions.Vendors) else against.orNone

  @Opt(
    names = Array("--brokers"),
    split = ",",
    paramLabel = "NAME",
    description = Array("With --against: these brokers only. Default: all but variants.")
  )
  var brokers: util.List[String] = util.List.of()

  @Opt(
    names = Array("--loads"),
    split = ",",
    paramLabel = "GLOB",
    description = Array(
      "With --against plain or original: runs only loads whose name fits: '20b_1?_*', '1 KiB*'. Default: all;",
      "docs/calibration.md names them."
    )
  )
  var loads: util.List[String] = util.List.of()

  @Opt(
    names = Array("--minutes"),
    paramLabel = "N",
    description = Array("With --against: leaves out rounds that would take longer than that. Default: 60.")
  )
  var minutes: Double = 60

  @Opt(
    names = Array("--connections-scale"),
    paramLabel = "N",
    description = Array("Instead: hold so many connections, half of them sending, and show the memory that each takes.")
  )
  var scale: Integer | Null = null

  @Opt(
    names = Array("--out"),
    paramLabel = "FILE",
    description = Array("Where the numbers go. Default: calibration.json in the current folder.")
  )
  var out: Path = Path.of("calibration.json")

  @Opt(names = Array("--help"), usageHelp = true, description = Array("Prints this."))
  var help: Boolean = false

  /** Everything that is wrong with the values. */
  def problems: List[String] =
    val numbers = List("--rounds" -> rounds, "--connections-scale" -> scale.orNone.fold(2)(_.intValue)) ++
      List("--connections" -> connections).flatMap((name, values) => values.asScala.map(v => name -> v.intValue))
    val small = numbers.collect { case (name, value) if value < 1 => s"$name: found $value, expected at least 1" }
    val bodies =
      sizes.asScala.map(_.intValue).filter(s => s < CalibrateOptions.SmallestBody || s > CalibrateOptions.LargestBody)
    val short =
      if seconds < CalibrateOptions.Shortest then List(s"--seconds: found $seconds, expected at least 0.05") else Nil
    val other = comparison.filterNot(CalibrateOptions.comparisons.contains)
      .map(a => s"--against: found '$a', expected ${CalibrateOptions.comparisons.mkString(" or ")}")
    val lone = List("--brokers" -> brokers, "--protocols" -> protocols)
      .collect {
        case (name, values) if comparison.isEmpty && !values.isEmpty => s"$name: only with --against; expected none"
      }
    val hasty = Option.when(minutes <= 0)(s"--minutes: found $minutes, expected more than 0")
    val fixed = Option.when(comparison.contains(CalibrateOptions.Vendors) && !protocols.isEmpty)(
      "--protocols: each tool speaks one; expected none with --against vendors"
    )
    val withRival =
      List("--loads" -> !loads.isEmpty, "--warm-up" -> (typedWarmUp != null), "--scheduling" -> (scheduling != "one"))
        .collect { case (name, true) if !sameBroker => s"$name: only with --against plain or original; expected none" }
    val unknown = Option.when(schedulings.isEmpty)(
      s"--scheduling: found '$scheduling', expected ${CalibrateOptions.schedulings.map(_._1).mkString(", ")}"
    )
    val theirs = (comparison.contains(CalibrateOptions.Original), original.orNone) match
      case (true, None) =>
        Some(
          "--against original: needs --original DIR, a folder with the original's classes; they are no part of this project"
        )
      case (true, Some(folder)) => OriginalClient.problem(folder)
      case (false, None) => None
      case (false, Some(folder)) => Some(s"--original: found '$folder', expected none without --against original")
    small ++ fixed ++ withRival ++ unknown ++ theirs ++ short ++ hasty ++ other ++ lone ++ bodies.map(s =>
      s"--sizes: found $s, expected ${CalibrateOptions.SmallestBody} to ${CalibrateOptions.LargestBody}"
    )

object CalibrateOptions:
  /** Every protocol that a broker speaks. */
  val All = "all"

  /** What our clients can be compared with. */
  val Plain = "plain"
  val Original = "original"
  val Vendors = "vendors"
  private val comparisons = List(Plain, Original, Vendors)
  private val schedulings = List(
    "one" -> List(Scheduling.One),
    "two" -> List(Scheduling.Two),
    "both" -> List(Scheduling.One, Scheduling.Two)
  )
  private val SmallestBody = 20
  private val LargestBody = 16 * 1024 * 1024
  private val Shortest = 0.05
