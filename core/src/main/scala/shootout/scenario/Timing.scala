package shootout.scenario

import shootout.units.{Json, Nanos}

/** How long a cell runs: `warmUp`, then `samples` intervals, then a drain.
  *
  * @param warmUp
  *   with a `warmUpLimit`: at least
  * @param samples
  *   with a `precision`: at most
  * @param drainTimeout
  *   the drain gives up when nothing arrived for so long
  * @param drainLimit
  *   the drain gives up after so long even if messages still arrive
  */
case class Timing(
    warmUp: Nanos,
    samples: Int,
    sampleInterval: Nanos,
    drainTimeout: Nanos,
    drainLimit: Nanos,
    warmUpLimit: Option[Nanos] = None,
    precision: Option[Precision] = None
) derives Json.ReadWriter:
  /** Neither warm-up nor samples depend on what is measured. */
  def fixed: Timing = copy(warmUpLimit = None, precision = None)

  /** As many samples as there may be. */
  def counted: Timing = copy(precision = None)

  /** At least so many samples. */
  def withSamples(least: Int): Timing = copy(samples = math.max(samples, least))

  /** Up to so much of the time of its samples, which are then fewer, a load takes that is not steady at the end of its longest warm-up: a mean
    * over few steady samples says more than one over many that still climb.
    */
  def lent: Nanos = precision.filter(_ => warmUpLimit.isDefined).fold(Nanos(0)): p =>
    Nanos((samples - math.max(p.leastSamples, samples / 2)) * sampleInterval.value)

  /** How many samples are left after a warm-up of so many seconds. */
  def samplesAfter(warmUpSeconds: Double): Int =
    val over = warmUpLimit.fold(0.0)(most => warmUpSeconds - most.seconds)
    samples - math.max(0, math.ceil(math.min(over, lent.seconds) / sampleInterval.seconds - 0.1).toInt)

  /** What the load takes, in seconds, from its begin to the last sample's end: at least, and at most. */
  def loadSeconds: (Double, Double) =
    val least = precision.fold(samples)(_.leastSamples)
    (
      warmUp.seconds + least * sampleInterval.seconds,
      warmUpLimit.getOrElse(warmUp).seconds + samples * sampleInterval.seconds
    )

/** When there are samples enough.
  *
  * @param share
  *   half of the 95 % confidence interval of the mean rate, as a share of the mean, at which no more are taken
  * @param leastSamples
  *   so many are taken in any case
  */
case class Precision(share: Double, leastSamples: Int) derives Json.ReadWriter
