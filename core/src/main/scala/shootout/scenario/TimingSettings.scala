package shootout.scenario

import shootout.input.{Fields, Node, Problems, Reader}
import shootout.units.Nanos

/** A setting that may differ between profiles. A profile without a value of its own takes that of the next smaller one
  * that has one.
  */
final case class ByProfile[A](values: Map[Profile, A]):
  def at(profile: Profile): Option[A] =
    values.filter((p, _) => profile.contains(p)).maxByOption((p, _) => p.ordinal).map(_._2)

object ByProfile:
  def always[A](value: A): ByProfile[A] = ByProfile(Map(Profile.Quick -> value))

  /** A value, or `{quick: , standard: , full: }`. */
  def reader[A](value: Reader[A]): Reader[ByProfile[A]] =
    val each = Fields.reader[ByProfile[A]]("values by profile") { (fields, _) =>
      Some(ByProfile(Profile.values.flatMap(p => fields.option(p.word, value).map(p -> _)).toMap))
    }
    Reader.of(s"${value.expected}, or one for each profile, as {quick: , standard: }") {
      (node: Node, problems: Problems) =>
        node match
          case mapping: Node.Mapping => each.read(mapping, problems)
          case other => value.read(other, problems).map(always)
    }

/** What a scenario file, or the command line, says about the timing of a cell; the rest is left to [[TimingSettings.defaults]]. */
final case class TimingSettings(
    warmUp: Option[ByProfile[Nanos]] = None,
    samples: Option[ByProfile[Int]] = None,
    sampleInterval: Option[ByProfile[Nanos]] = None,
    drainTimeout: Option[ByProfile[Nanos]] = None,
    drainLimit: Option[ByProfile[Nanos]] = None
):
  /** These settings as a profile sees them, and `base` where they say nothing. */
  def over(base: Timing, profile: Profile): Timing = Timing(
    warmUp.flatMap(_.at(profile)).getOrElse(base.warmUp),
    samples.flatMap(_.at(profile)).getOrElse(base.samples),
    sampleInterval.flatMap(_.at(profile)).getOrElse(base.sampleInterval),
    drainTimeout.flatMap(_.at(profile)).getOrElse(base.drainTimeout),
    drainLimit.flatMap(_.at(profile)).getOrElse(base.drainLimit)
  )

  /** These settings, and where they say nothing, `other`. */
  def orElse(other: TimingSettings): TimingSettings = TimingSettings(
    warmUp.orElse(other.warmUp),
    samples.orElse(other.samples),
    sampleInterval.orElse(other.sampleInterval),
    drainTimeout.orElse(other.drainTimeout),
    drainLimit.orElse(other.drainLimit)
  )

object TimingSettings:
  val MaxSamples = 100_000

  /** Where neither the command line nor a scenario file says anything. */
  def defaults(profile: Profile): Timing =
    val timing = Timing(seconds(3), 15, seconds(1), drainTimeout = seconds(3), drainLimit = seconds(30))
    if profile == Profile.Quick then
      val short = timing.copy(warmUp = Nanos.ofMillis(500), samples = 3, sampleInterval = Nanos.ofMillis(400))
      short.copy(drainTimeout = seconds(2), drainLimit = seconds(3))
    else timing

  /** The keys `warm_up`, `samples`, `sample_interval`, `drain_timeout` and `drain_limit` of a mapping. */
  def read(fields: Fields): TimingSettings = TimingSettings(
    fields.option("warm_up", ByProfile.reader(nanos(Quantity.duration))),
    fields.option("samples", ByProfile.reader(Reader.int(1, MaxSamples))),
    fields.option("sample_interval", ByProfile.reader(nanos(Quantity.durationFrom(10e6, "10 ms")))),
    fields.option("drain_timeout", ByProfile.reader(nanos(Quantity.duration))),
    fields.option("drain_limit", ByProfile.reader(nanos(Quantity.duration)))
  )

  private def nanos(reader: Reader[Double]): Reader[Nanos] = reader.map(n => Nanos(n.toLong))
  private def seconds(n: Int): Nanos = Nanos.ofSeconds(n)
