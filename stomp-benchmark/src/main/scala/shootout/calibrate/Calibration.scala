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
  *   the protocol whose client library is measured; empty for the bare socket
  * @param measure
  *   `raw`, `producer`, `consumer`, `round_trip`, `exchange`
  * @param ratioToRaw
  *   of each round: the rate as a share of what the bare socket reached in the same round
  */
final case class Row(
    client: String,
    measure: String,
    sizeBytes: Int,
    connections: Int,
    ratePerS: Spread,
    ratioToRaw: Spread,
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
    rows: List[Row],
    scale: Option[Scale]
) derives Json.ReadWriter

object Calibration:
  /** What one round measured of the clients, by protocol; `raw` is a rate. */
  final case class Round(
      sizeBytes: Int,
      connections: Int,
      rawPerS: Double,
      readings: Map[(String, Measure), Reading]
  )

  /** A line for each client and measure, in the order of size and connections. */
  def rows(rounds: List[Round]): List[Row] =
    for
      ((size, connections), of) <- rounds.groupBy(r => (r.sizeBytes, r.connections)).toList.sortBy(_._1)
      clients = of.flatMap(_.readings.keys.map(_._1)).distinct.sortBy(c => (c != "stomp", c))
      (client, measure) <- ("" -> Measure.Raw) :: clients.flatMap(c => Measure.values.map(c -> _))
      row <- row(client, measure, size, connections, of)
    yield row

  private def row(client: String, measure: Measure, size: Int, connections: Int, rounds: List[Round]): Option[Row] =
    def rate(r: Round) =
      if measure == Measure.Raw then Option.when(client.isEmpty)(r.rawPerS)
      else r.readings.get(client -> measure).map(_.ratePerS)
    val found = for r <- rounds; perS <- rate(r) yield perS -> perS / r.rawPerS
    val readings = rounds.flatMap(_.readings.get(client -> measure))
    def median(of: Reading => Double) = Option.when(readings.nonEmpty)(Spread.of(readings.map(of)).median)
    Option.when(found.nonEmpty) {
      Row(
        client,
        Json.snake(measure.toString),
        size,
        connections,
        Spread.of(found.map(_._1)),
        Spread.of(found.map(_._2)),
        median(_.cpuUsPerMessage),
        median(_.allocationBytesPerMessage),
        found.map(_._1)
      )
    }

  /** Lines for a person. */
  def table(rows: List[Row]): List[String] =
    val head =
      f"${"bytes"}%8s ${"conns"}%6s  ${"client"}%-9s  ${"what"}%-12s ${"per second"}%12s ${"of raw"}%7s ${"(from to)"}%15s" +
        f" ${"MB/s"}%8s ${"CPU us"}%9s ${"alloc B"}%8s"
    head :: rows.map { row =>
      val title = Measure.values.find(m => Json.snake(m.toString) == row.measure).fold(row.measure)(_.title)
      val percent = List(row.ratioToRaw.median, row.ratioToRaw.min, row.ratioToRaw.max).map(r => f"${r * 100}%.1f")
      val cost = row.cpuUsPerMessage.fold("")(c => f"$c%.3f")
      val allocation = row.allocationBytesPerMessage.fold("")(a => f"$a%.2f")
      val megabytes = row.ratePerS.median * row.sizeBytes / 1e6
      f"${row.sizeBytes}%8d ${row.connections}%6d  ${row.client}%-9s  $title%-12s ${row.ratePerS.median}%12.0f ${percent(0)}%6s%%" +
        f" ${s"(${percent(1)} ${percent(2)})"}%15s $megabytes%8.0f $cost%9s $allocation%8s"
    }
