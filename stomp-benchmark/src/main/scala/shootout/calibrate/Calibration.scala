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
  * @param measure
  *   `raw`, `producer`, `consumer`, `round_trip`
  * @param ratioToRaw
  *   of each round: the rate as a share of what the bare socket reached in the same round
  */
final case class Row(
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
    driver: String,
    startedAtMs: EpochMillis,
    rounds: Int,
    secondsPerMeasurement: Double,
    rows: List[Row],
    scale: Option[Scale]
) derives Json.ReadWriter

object Calibration:
  /** What one round measured; `raw` is a rate. */
  final case class Round(sizeBytes: Int, connections: Int, rawPerS: Double, readings: Map[Measure, Reading])

  /** A line for each measure, in the order of size and connections. */
  def rows(rounds: List[Round]): List[Row] =
    for
      ((size, connections), of) <- rounds.groupBy(r => (r.sizeBytes, r.connections)).toList.sortBy(_._1)
      measure <- Measure.values.toList
      row <- row(measure, size, connections, of)
    yield row

  private def row(measure: Measure, size: Int, connections: Int, rounds: List[Round]): Option[Row] =
    val rates =
      rounds.flatMap(r => if measure == Measure.Raw then Some(r.rawPerS) else r.readings.get(measure).map(_.ratePerS))
    val readings = rounds.flatMap(_.readings.get(measure))
    def median(of: Reading => Double) = Option.when(readings.nonEmpty)(Spread.of(readings.map(of)).median)
    Option.when(rates.nonEmpty) {
      Row(
        Json.snake(measure.toString),
        size,
        connections,
        Spread.of(rates),
        Spread.of(rates.zip(rounds.map(_.rawPerS)).map(_ / _)),
        median(_.cpuUsPerMessage),
        median(_.allocationBytesPerMessage),
        rates
      )
    }

  /** Lines for a person. */
  def table(rows: List[Row]): List[String] =
    val head = f"${"bytes"}%8s ${"conns"}%6s  ${"what"}%-12s ${"per second"}%12s ${"of raw"}%7s ${"(from to)"}%15s" +
      f" ${"MB/s"}%8s ${"CPU us"}%9s ${"alloc B"}%8s"
    head :: rows.map { row =>
      val title = Measure.values.find(m => Json.snake(m.toString) == row.measure).fold(row.measure)(_.title)
      val percent = List(row.ratioToRaw.median, row.ratioToRaw.min, row.ratioToRaw.max).map(r => f"${r * 100}%.1f")
      val cost = row.cpuUsPerMessage.fold("")(c => f"$c%.3f")
      val allocation = row.allocationBytesPerMessage.fold("")(a => f"$a%.2f")
      val megabytes = row.ratePerS.median * row.sizeBytes / 1e6
      f"${row.sizeBytes}%8d ${row.connections}%6d  $title%-12s ${row.ratePerS.median}%12.0f ${percent(0)}%6s%%" +
        f" ${s"(${percent(1)} ${percent(2)})"}%15s $megabytes%8.0f $cost%9s $allocation%8s"
    }
