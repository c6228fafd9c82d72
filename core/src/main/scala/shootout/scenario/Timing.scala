package shootout.scenario

import shootout.yaml.{Fields, Reader}
import shootout.units.{Json, Nanos}

/** How long a workload runs: `warmUp`, then `samples` intervals, then a drain. */
case class Timing(
    /** With a `warmUpLimit` this is the minimum. */
    warmUp: Nanos,

    /** With a `precision` this is the maximum. */
    samples: Int,
    sampleInterval: Nanos,

    /** The drain ends when nothing has arrived for this long. */
    drainTimeout: Nanos,

    /** The drain ends after this time even if messages still arrive. */
    drainLimit: Nanos,
    warmUpLimit: Option[Nanos] = None,
    precision: Option[Precision] = None
) derives Json.ReadWriter:
  /** A timing whose warm-up and samples do not depend on the measurement. */
  def fixed: Timing = copy(warmUpLimit = None, precision = None)

  /** A timing that takes all of its samples. */
  def counted: Timing = copy(precision = None)

  /** A timing with at least this many samples. */
  def withSamples(least: Int): Timing = copy(samples = math.max(samples, least))

  /** The time that a workload may take from its samples if it is not steady at the end of its longest warm-up. It then
    * has fewer samples. A mean over few steady samples says more than one over many that still rise.
    */
  def lent: Nanos = precision.filter(_ => warmUpLimit.isDefined).fold(Nanos(0)): p =>
    Nanos((samples - math.max(p.leastSamples, samples / 2)) * sampleInterval.value)

  /** How many samples are left after a warm-up of this many seconds. */
  def samplesAfter(warmUpSeconds: Double): Int =
    val over = warmUpLimit.fold(0.0)(most => warmUpSeconds - most.seconds)
    samples - math.max(0, math.ceil(math.min(over, lent.seconds) / sampleInterval.seconds - 0.1).toInt)

  /** The minimum and maximum seconds from the workload's beginning to the last sample's end. */
  def loadSeconds: (Double, Double) =
    val least = precision.fold(samples)(_.leastSamples)
    (
      warmUp.seconds + least * sampleInterval.seconds,
      warmUpLimit.getOrElse(warmUp).seconds + samples * sampleInterval.seconds
    )

/** When there are enough samples.
  *
  * @param share
  *   half of the 95% confidence interval of the mean rate, as a share of the mean; sampling ends when it is this
  *   small
  * @param leastSamples
  *   the minimum number of samples
  */
case class Precision(share: Double, leastSamples: Int) derives Json.ReadWriter

/** A setting that may differ between profiles. A profile without its own value takes that of the next smaller profile
  * that has one.
  */
final case class ByProfile[A](values: Map[Profile, A]):
  def at(profile: Profile): Option[A] =
    def smaller = values.filter((p, _) => profile.timedAs.contains(p)).maxByOption((p, _) => p.ordinal).map(_._2)
    values.get(profile).orElse(smaller)

object ByProfile:
  def always[A](value: A): ByProfile[A] = ByProfile(Map(Profile.Quick -> value))

  /** Reads a value, or `{quick: , standard: , full: }`. */
  def reader[A](value: Reader[A]): Reader[ByProfile[A]] =
    val each = Fields.reader[ByProfile[A]]("values by profile") { (fields, _) =>
      Some(ByProfile(Profile.values.flatMap(p => fields.option(p.word, value).map(p -> _)).toMap))
    }
    value.map(always(_)).orMapping(s"${value.expected}, or one for each profile, as {quick: , standard: }")(each)

/** The timing of a workload, as far as a scenario file or the command line defines it. The rest comes from
  * [[TimingSettings.defaults]].
  */
final case class TimingSettings(
    warmUp: Option[ByProfile[Nanos]] = None,
    samples: Option[ByProfile[Int]] = None,
    sampleInterval: Option[ByProfile[Nanos]] = None,
    drainTimeout: Option[ByProfile[Nanos]] = None,
    drainLimit: Option[ByProfile[Nanos]] = None,
    precision: Option[ByProfile[Double]] = None
):
  /** These settings in a profile, with `base` for what they do not define. A given warm-up has that exact length. A
    * given number of samples is exact, too, unless a precision is also given.
    */
  def over(base: Timing, profile: Profile): Timing =
    val warm = warmUp.flatMap(_.at(profile))
    val number = samples.flatMap(_.at(profile))
    val count = number.getOrElse(base.samples)
    val wanted = precision.flatMap(_.at(profile)).orElse(base.precision.map(_.share).filter(_ => number.isEmpty))
    val least = base.precision.fold(count)(_.leastSamples)
    Timing(
      warm.getOrElse(base.warmUp),
      count,
      sampleInterval.flatMap(_.at(profile)).getOrElse(base.sampleInterval),
      drainTimeout.flatMap(_.at(profile)).getOrElse(base.drainTimeout),
      drainLimit.flatMap(_.at(profile)).getOrElse(base.drainLimit),
      base.warmUpLimit.filter(_ => warm.isEmpty),
      wanted.map(Precision(_, math.min(least, count)))
    )

  /** These settings, with those of `other` for what they do not define. */
  def orElse(other: TimingSettings): TimingSettings = TimingSettings(
    warmUp.orElse(other.warmUp),
    samples.orElse(other.samples),
    sampleInterval.orElse(other.sampleInterval),
    drainTimeout.orElse(other.drainTimeout),
    drainLimit.orElse(other.drainLimit),
    precision.orElse(other.precision)
  )

object TimingSettings:
  val MaxSamples = 100_000

  /** The timing where neither the command line nor a scenario file defines one. */
  def defaults(profile: Profile): Timing = profile match
    case Profile.Quick =>
      Timing(
        warmUp = seconds(1),
        samples = 6,
        sampleInterval = Nanos.ofMillis(400),
        drainTimeout = seconds(2),
        drainLimit = seconds(3),
        warmUpLimit = Some(seconds(4)),
        precision = Some(Precision(WantedPrecision, leastSamples = 3))
      )
    case Profile.Standard | Profile.Full =>
      Timing(
        warmUp = seconds(2),
        samples = 12,
        sampleInterval = seconds(1),
        drainTimeout = seconds(3),
        drainLimit = seconds(30),
        warmUpLimit = Some(seconds(8)),
        precision = Some(Precision(WantedPrecision, leastSamples = 4))
      )
    // 30 workloads on clusters have 40 minutes.
    case Profile.Replicated =>
      val standard = defaults(Profile.Standard)
      standard.copy(samples = 10, drainLimit = seconds(10), warmUpLimit = Some(seconds(6)))

  private val WantedPrecision = 0.05

  /** Bounds of half a confidence interval as a share. Coarser values say nothing, and finer ones take endless time. */
  val FinestPrecision = 0.001
  val CoarsestPrecision = 0.5

  private def precision: ValueType[Double] =
    val share = Reader.scalar("a percentage from 0.1% to 50%, as 5%") {
      case Percent(number) => Some(number.toDouble / 100).filter(p => p >= FinestPrecision && p <= CoarsestPrecision)
      case _ => None
    }
    ValueType(share, ValueType.reference("precision"), share => s"${ShortWords.percent(share)} %")

  private val Percent = """([0-9]+(?:\.[0-9]+)?) ?%""".r

  /** The keys of a scenario, or of a phase. */
  private[scenario] lazy val keys: List[Key[TimingSettings]] = List(
    Key.of("warm_up", time("0 s"), "2 s to 8 s, until the rate is steady (quick: 1 s to 4 s, replicated: 2 s to 6 s)")(
      "duration of the load before the first sample"
    )((t: TimingSettings, value) => t.copy(warmUp = Some(value))),
    Key.of(
      "samples",
      ValueType.byProfile(ValueType.whole(1, MaxSamples)),
      "as many as `precision` needs: 4 to 12 (quick: 3 to 6, replicated: 4 to 10)"
    )("number of samples, or with `precision` the maximum")((t: TimingSettings, value) =>
      t.copy(samples = Some(value))
    ),
    Key.of("sample_interval", time("10 ms"), "1 s (quick: 0.4 s)")("duration of each sample")(
      (t: TimingSettings, value) => t.copy(sampleInterval = Some(value))
    ),
    Key.of("precision", ValueType.byProfile(precision), "5%, or none if `samples` is set")(
      "relative error of the mean rate at which sampling ends"
    )((t: TimingSettings, value) => t.copy(precision = Some(value))),
    Key.of("drain_timeout", time("0 s"), "3 s (quick: 2 s)")("end the drain when nothing has arrived for this long")(
      (t: TimingSettings, value) => t.copy(drainTimeout = Some(value))
    ),
    Key.of("drain_limit", time("0 s"), "30 s (quick: 3 s, replicated: 10 s)")("maximum duration of the drain")(
      (t: TimingSettings, value) => t.copy(drainLimit = Some(value))
    )
  )

  def read(fields: Fields): TimingSettings = Key.read(keys, fields, TimingSettings())

  private def time(least: String): ValueType[ByProfile[Nanos]] = ValueType.byProfile(ValueType.duration(least))

  private def seconds(n: Int): Nanos = Nanos.ofSeconds(n)

/** The profiles that a user may ask for. */
enum Profile derives Json.ReadWriter:
  /** Each of these contains the previous ones. */
  case Quick, Standard, Full

  /** A separate profile: the workloads of replicated queues, for which clusters are started. */
  case Replicated

  /** The name as people write it. */
  def word: String = toString.toLowerCase(java.util.Locale.ROOT)

  /** The profiles that contain this one. */
  def andLarger: Set[Profile] = Profile.values.filter(_.contains(this)).toSet

  def contains(other: Profile): Boolean =
    this == other || this != Profile.Replicated && other != Profile.Replicated && other.ordinal <= ordinal

  /** The profile whose timing it uses if a scenario defines none for it. */
  def timedAs: Profile = if this == Profile.Replicated then Profile.Standard else this
