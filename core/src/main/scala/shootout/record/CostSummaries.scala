package shootout.record

import shootout.result.CostSummary

import org.HdrHistogram.Histogram

/** What a client's own step takes, read from a histogram. */
private object CostSummaries:
  /** @param unitUs
    *   the unit of the histogram in microseconds
    */
  def summary(histogram: Histogram, unitUs: Double): CostSummary =
    def percentile(p: Double) = histogram.getValueAtPercentile(p) * unitUs
    CostSummary(
      histogram.getTotalCount,
      histogram.getMean * unitUs,
      percentile(50),
      percentile(99),
      histogram.getMaxValue * unitUs
    )
