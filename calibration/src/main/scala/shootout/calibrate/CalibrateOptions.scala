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
    description = Array("All measurements so many times, in turn; the table shows medians. Default: 5.")
  )
  var rounds: Int = 5

  @Opt(
    names = Array("--seconds"),
    paramLabel = "S",
    description = Array("Length of each measurement. Default: 1; with --against vendors 5, in whole seconds.")
  )
  var typedSeconds: java.lang.Double | Null = null

  def seconds: Double =
    typedSeconds.orNone.fold(if comparison.contains(CalibrateOptions.Vendors) then 5.0 else 1.0)(_.doubleValue)

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
      "With --against plain: whose clients are measured, by the protocol that they speak: stomp (our own), openwire, amqp, core, ...;",
      "all: every one. Default: those of the quick profile."
    )
  )
  var protocols: util.List[String] = util.List.of()

  @Opt(
    names = Array("--against"),
    paramLabel = "WHAT",
    description = Array(
      "plain: instead, our clients and plain loops over the same libraries, by turns with the same real broker. Prints ratios of",
      "rates and of processor time, and writes them to the file.",
      "vendors: instead, our clients and the performance tools of the brokers' makers, likewise. Prints ratios of rates."
    )
  )
  var against: String | Null = null

  @Opt(names = Array("--against-vendors"), description = Array("The same as --against vendors."))
  var againstVendors: Boolean = false

  /** What our clients are compared with, if they are. */
  def comparison: Option[String] = if againstVendors then Some(CalibrateOptions.Vendors) else against.orNone

  @Opt(
    names = Array("--brokers"),
    split = ",",
    paramLabel = "NAME",
    description = Array("With --against: these brokers only. Default: all, but for variants.")
  )
  var brokers: util.List[String] = util.List.of()

  @Opt(
    names = Array("--loads"),
    split = ",",
    paramLabel = "GLOB",
    description = Array(
      "With --against plain: loads whose name fits only: '20b_1?_*', '1 KiB*'. Default: all; docs/calibration.md names them."
    )
  )
  var loads: util.List[String] = util.List.of()

  @Opt(
    names = Array("--minutes"),
    paramLabel = "N",
    description = Array("With --against: rounds are left out that would take longer than so. Default: 20.")
  )
  var minutes: Double = 20

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
    val chosen = Option.when(!comparison.contains(CalibrateOptions.Plain) && !loads.isEmpty)(
      "--loads: only with --against plain; expected none"
    )
    small ++ fixed ++ chosen ++ short ++ hasty ++ other ++ lone ++ bodies.map(s =>
      s"--sizes: found $s, expected ${CalibrateOptions.SmallestBody} to ${CalibrateOptions.LargestBody}"
    )

object CalibrateOptions:
  /** Every protocol that a broker speaks. */
  val All = "all"

  /** What our clients can be compared with. */
  val Plain = "plain"
  val Vendors = "vendors"
  private val comparisons = List(Plain, Vendors)
  private val SmallestBody = 20
  private val LargestBody = 16 * 1024 * 1024
  private val Shortest = 0.05
