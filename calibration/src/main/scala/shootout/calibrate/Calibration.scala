package shootout.calibrate

import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics
import shootout.result.{Environment, ToolResult}
import shootout.units.{EpochMillis, Json}

/** A value over the rounds. */
final case class Spread(median: Double, min: Double, max: Double) derives Json.ReadWriter

object Spread:
  /** Of at least one value. */
  def of(values: List[Double]): Spread =
    val statistics = DescriptiveStatistics(values.toArray)
    Spread(statistics.getPercentile(50), statistics.getMin, statistics.getMax)

/** One line of the table.
  *
  * @param client
  *   the protocol whose client library is measured; `c` for the C program, empty for the bare socket
  * @param measure
  *   `raw`, `raw_read`, `producer`, `consumer`, `round_trip`, `exchange`, `write_by_c`, `producer_beside_c`, `read_by_c`,
  *   `consumer_beside_c`
  * @param ratioToRaw
  *   of each round: the rate as a share of what the bare socket reached in the same round, reading for consumers, else writing
  * @param ratioToC
  *   as a share of what the C program reached, likewise
  */
final case class CalibrationRow(
    client: String,
    measure: String,
    sizeBytes: Int,
    connections: Int,
    ratePerS: Spread,
    ratioToRaw: Spread,
    ratioToC: Option[Spread],
    cpuUsPerMessage: Option[Double],
    allocationBytesPerMessage: Option[Double],
    roundsRatePerS: List[Double]
) derives Json.ReadWriter

/** What a number of idle connections holds in this process, after a garbage collection. */
final case class Scale(connections: Int, heapBytesPerConnection: Double, directBytesPerConnection: Double)
    derives Json.ReadWriter

/** The file that `bin/calibrate` writes. */
final case class Calibration(
    environment: Environment,
    tool: ToolResult,
    drivers: Map[String, String],
    startedAtMs: EpochMillis,
    rounds: Int,
    secondsPerMeasurement: Double,
    rows: List[CalibrationRow],
    scale: Option[Scale]
) derives Json.ReadWriter

object Calibration:
  /** What one round measured of the clients, by protocol; `raw` are rates. */
  final case class Round(
      sizeBytes: Int,
      connections: Int,
      rawPerS: Double,
      rawReadPerS: Double,
      readings: Map[(String, LoadKind), LoadReading]
  ):
    /** What the bare socket reached that does what is measured. */
    def raw(measure: LoadKind): Double = measure match
      case LoadKind.RawRead | LoadKind.Consumer | LoadKind.ReadByC | LoadKind.ConsumerBesideC => rawReadPerS
      case _ => rawPerS

    /** The same of the C program, if it was measured. */
    def besides(measure: LoadKind): Option[Double] =
      val partner = measure match
        case LoadKind.ProducerBesideC => Some(LoadKind.WriteByC)
        case LoadKind.ConsumerBesideC => Some(LoadKind.ReadByC)
        case _ => None
      partner.flatMap(p => readings.get(C -> p)).map(_.ratePerS)

  /** As a client. */
  val C = "c"

  /** A line for each client and measure, in the order of size and connections. */
  def rows(rounds: List[Round]): List[CalibrationRow] =
    for
      ((size, connections), of) <- rounds.groupBy(r => (r.sizeBytes, r.connections)).toList.sortBy(_._1)
      clients = of.flatMap(_.readings.keys.map(_._1)).distinct.sortBy(c => (c != "stomp", c))
      (besideC, plain) = LoadKind.values.toList.partition(_.ordinal >= LoadKind.WriteByC.ordinal)
      measures = clients.flatMap(c => plain.map(c -> _)) ++ besideC.flatMap(m => clients.map(_ -> m))
      (client, measure) <- List("" -> LoadKind.Raw, "" -> LoadKind.RawRead) ++ measures
      row <- row(client, measure, size, connections, of)
    yield row

  private def row(
      client: String,
      measure: LoadKind,
      size: Int,
      connections: Int,
      rounds: List[Round]
  ): Option[CalibrationRow] =
    def rate(r: Round) =
      if client.isEmpty then Some(r.raw(measure))
      else r.readings.get(client -> measure).map(_.ratePerS)
    val found = for r <- rounds; perS <- rate(r) yield perS -> perS / r.raw(measure)
    val besideC = for r <- rounds; perS <- rate(r); c <- r.besides(measure) yield perS / c
    val readings = rounds.flatMap(_.readings.get(client -> measure))
    def median(of: LoadReading => Double) = Option.when(readings.nonEmpty)(Spread.of(readings.map(of)).median)
    Option.when(found.nonEmpty) {
      CalibrationRow(
        client,
        Json.snake(measure.toString),
        size,
        connections,
        Spread.of(found.map(_._1)),
        Spread.of(found.map(_._2)),
        Option.when(besideC.nonEmpty)(Spread.of(besideC)),
        median(_.cpuUsPerMessage),
        median(_.allocationBytesPerMessage),
        found.map(_._1)
      )
    }

  /** Lines for a person. */
  def table(rows: List[CalibrationRow]): List[String] =
    val head =
      f"${"bytes"}%8s ${"conns"}%6s  ${"client"}%-9s  ${"what"}%-12s ${"per second"}%12s ${"of raw"}%8s ${"of C"}%8s ${"(from to)"}%15s" +
        f" ${"MB/s"}%8s ${"CPU us"}%9s ${"alloc B"}%8s"
    val lines = rows.map(line)
    (head :: lines) ++ Option.when(lines.exists(_.contains(Star)))(AboveAll)

  private val Star = '*'

  private val AboveAll =
    "* more than what it is a share of, which was no limit then: the share says only that nothing holds the generator back"

  private def line(row: CalibrationRow): String =
    val title = LoadKind.values.find(m => Json.snake(m.toString) == row.measure).fold(row.measure)(_.title)
    def star(share: Double, otherwise: String) = if share > 1 then Star.toString else otherwise
    def share(of: Spread) = f"${of.median * 100}%.1f%%${star(of.median, " ")}"
    val spread = row.ratioToC.getOrElse(row.ratioToRaw)
    def end(share: Double) = f"${share * 100}%.1f${star(share, "")}"
    val range = s"(${end(spread.min)} ${end(spread.max)})"
    val cost = row.cpuUsPerMessage.fold("")(c => f"$c%.3f")
    val allocation = row.allocationBytesPerMessage.fold("")(a => f"$a%.2f")
    val megabytes = row.ratePerS.median * row.sizeBytes / 1e6
    f"${row.sizeBytes}%8d ${row.connections}%6d  ${row.client}%-9s  $title%-12s ${row.ratePerS.median}%12.0f ${share(row.ratioToRaw)}%8s" +
      f" ${row.ratioToC.fold("")(share)}%8s $range%15s $megabytes%8.0f $cost%9s $allocation%8s"
