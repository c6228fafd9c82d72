package shootout.calibrate

import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics
import shootout.result.{Environment, ToolResult}
import shootout.units.{EpochMillis, Json}

import scala.jdk.CollectionConverters.*

/** How a value varies over the rounds. */
final case class Spread(median: Double, min: Double, max: Double) derives Json.ReadWriter

object Spread:
  /** There must be at least one value. */
  def of(values: List[Double]): Spread =
    val statistics = DescriptiveStatistics(values.toArray)
    Spread(statistics.getPercentile(50), statistics.getMin, statistics.getMax)

/** A line of the table. */
final case class CalibrationRow(
    measure: LoadKind,
    sizeBytes: Int,
    connections: Int,
    ratePerS: Spread,
    /** Our rate as a share of the C program's in the same round. */
    ratioToC: Option[Spread],
    cpuUsPerMessage: Double,
    allocationBytesPerMessage: Double,
    roundsRatePerS: List[Double]
) derives Json.ReadWriter

/** The file that `bin/calibrate` writes. */
final case class Calibration(
    environment: Environment,
    tool: ToolResult,
    driver: String,
    startedAtMs: EpochMillis,
    rounds: Int,
    secondsPerMeasurement: Double,
    rows: List[CalibrationRow]
) derives Json.ReadWriter

object Calibration:
  /** What one round measured with one message size and one number of connections. */
  final case class Round(sizeBytes: Int, connections: Int, readings: Map[LoadKind, LoadReading]):
    /** Our rate as a share of the C program's. */
    def ratioToC(kind: LoadKind): Option[Double] =
      val partner = kind match
        case LoadKind.ProducerBesideC => Some(LoadKind.WriteByC)
        case LoadKind.ConsumerBesideC => Some(LoadKind.ReadByC)
        case _ => None
      for c <- partner.flatMap(readings.get); ours <- readings.get(kind) yield ours.ratePerS / c.ratePerS

  /** Takes all measurements of a round one after the other, so that other load on the machine affects them alike. Each
    * message size is measured with all numbers of connections. The first round only warms up the JVM.
    */
  def measure(options: CalibrateOptions, broker: NullBrokerProcess): List[Round] =
    val bare = BareSockets.program.map(BareSockets(_))
    try
      val seconds = options.seconds
      val own = GeneratorLoads(broker.protocol, broker.endpoint)
      val intoC = bare.map(server => GeneratorLoads(broker.protocol, server.endpoint))
      def reading(kind: LoadKind, bytes: Int, n: Int): Option[LoadReading] = kind match
        case LoadKind.Producer | LoadKind.Consumer | LoadKind.RoundTrip => Some(own.measure(kind, bytes, n, seconds))
        case LoadKind.WriteByC => bare.map(_.measure("write", bytes, n, seconds))
        case LoadKind.ReadByC => bare.map(_.measure("read", bytes, n, seconds))
        case LoadKind.ProducerBesideC | LoadKind.ConsumerBesideC => intoC.map(_.measure(kind, bytes, n, seconds))
      val (sizes, connections) = (options.sizes.asScala.toList, options.connections.asScala.toList)
      val rounds =
        for _ <- (0 to options.rounds).toList; bytes <- sizes.map(_.intValue); n <- connections.map(_.intValue)
        yield Round(bytes, n, LoadKind.values.toList.flatMap(kind => reading(kind, bytes, n).map(kind -> _)).toMap)
      rounds.drop(sizes.size * connections.size)
    finally bare.foreach(_.close())

  /** A row for each measure, in the order of size and connections. */
  def rows(rounds: List[Round]): List[CalibrationRow] =
    for
      ((size, connections), of) <- rounds.groupBy(r => (r.sizeBytes, r.connections)).toList.sortBy(_._1)
      kind <- LoadKind.values.toList
      readings = of.flatMap(_.readings.get(kind)) if readings.nonEmpty
    yield
      def spread(value: LoadReading => Double) = Spread.of(readings.map(value))
      val ratios = of.flatMap(_.ratioToC(kind))
      CalibrationRow(
        kind,
        size,
        connections,
        spread(_.ratePerS),
        Option.when(ratios.nonEmpty)(Spread.of(ratios)),
        spread(_.cpuUsPerMessage).median,
        spread(_.allocationBytesPerMessage).median,
        readings.map(_.ratePerS)
      )

  /** The table as lines of text. */
  def table(rows: List[CalibrationRow]): List[String] =
    val head =
      f"${"bytes"}%8s ${"conns"}%6s  ${"what"}%-12s ${"per second"}%12s ${"(from to)"}%25s" +
        f" ${"of C"}%7s ${"(from to)"}%13s ${"MB/s"}%8s ${"CPU us"}%9s ${"alloc B"}%8s"
    head :: rows.map(line)

  private def line(row: CalibrationRow): String =
    val range = f"(${row.ratePerS.min}%.0f ${row.ratePerS.max}%.0f)"
    val ofC = row.ratioToC.fold("")(ratio => f"${ratio.median * 100}%.1f%%")
    val ofCRange = row.ratioToC.fold("")(ratio => f"(${ratio.min * 100}%.1f ${ratio.max * 100}%.1f)")
    val megabytes = row.ratePerS.median * row.sizeBytes / 1e6
    f"${row.sizeBytes}%8d ${row.connections}%6d  ${row.measure.title}%-12s ${row.ratePerS.median}%12.0f $range%25s" +
      f" $ofC%7s $ofCRange%13s $megabytes%8.0f ${row.cpuUsPerMessage}%9.3f ${row.allocationBytesPerMessage}%8.2f"
