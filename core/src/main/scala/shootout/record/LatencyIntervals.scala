package shootout.record

import shootout.result.{LatencyInterval, LatencyKind}

/** The latencies of a measurement over time. All intervals of a kind together have what its summary has. */
private[record] object LatencyIntervals:
  /** @param drainS
    *   seconds from the last sample's end until nothing came any more
    */
  def of(measured: Measurement, drainS: Double): List[LatencyInterval] =
    for
      kind <- LatencyKind.values.toList
      all <- measured.latencies.get(kind.key).toList
      interval <- of(kind, all, measured, drainS)
    yield interval

  private def of(kind: LatencyKind, all: Recorded, measured: Measurement, drainS: Double): List[LatencyInterval] =
    val within = measured.intervals.map { i =>
      val histogram = Histograms.sum(i.summarised(kind.key).toList)
      LatencyInterval(kind.key, (i.until - i.length).seconds, i.until.seconds, histogram, kind.unitNanos)
    }
    // what ended later, and in samples that were forgotten as nothing came in them
    val rest = Histograms.sum(List(all.histogram))
    for i <- within do rest.subtract(i.histogram)
    val end = measured.intervals.lastOption.fold(0.0)(_.until.seconds)
    within :+ LatencyInterval(kind.key, end, end + drainS, rest, kind.unitNanos)
