package shootout.record

import shootout.units.Json

import java.util.concurrent.atomic.AtomicLong
import scala.collection.immutable.ListMap

/** A count with one writer; readers of other threads see it soon, never torn. Costs the writer two plain moves. */
final class Counter:
  private val value = AtomicLong()
  def add(n: Long): Unit = value.lazySet(value.getPlain + n)
  def get: Long = value.get

/** All that one client counts and times: written in the client's context, read by the sampler.
  *
  * @param group
  *   index of the client's group within its cell
  */
final class ClientRecorder(val group: Int):
  val produced = Counter()
  val confirmed = Counter()
  val consumed = Counter()
  val acknowledged = Counter()
  val errors = Counter()

  /** Messages of an open loop that were due while window or network took nothing, and so went late. */
  val heldBack = Counter()
  @volatile var connected = false

  private var latencies = Map.empty[Latency, LatencyRecorder]

  /** Made before the client starts, for those kinds of latency that its load records. */
  def record(kinds: Latency*): this.type =
    latencies = kinds.map(kind => kind -> LatencyRecorder(kind.unitNanos)).toMap
    this

  /** Look it up once, not for every message. */
  def latency(kind: Latency): Option[LatencyRecorder] = latencies.get(kind)

/** What a latency is measured between. Results have it under its own name, as `end_to_end`; those in another unit than microseconds are
  * costs of the client, which stand apart.
  */
enum Latency(val unitNanos: Long = LatencyRecorder.Micro):
  /** The send stamp and the arrival at a consumer. */
  case EndToEnd extends Latency()

  /** The send (in an open loop: the time at which it was due) and the broker's confirmation. */
  case Send extends Latency()

  /** A request and its reply. */
  case RoundTrip extends Latency()

  /** The time at which a message of an open loop was due, and its send. */
  case ScheduleDelay extends Latency()

  /** The wish to commit a transaction, and the broker's word that it is done. */
  case Commit extends Latency()

  /** The begin of writing a message, and its being handed to the library. Less than a microsecond, often. */
  case Write extends Latency(1)

  /** The begin of reading what a message holds, and its end. */
  case Read extends Latency(1)

  /** Its name in files. */
  def word: String = Json.snake(toString)

object Latency:
  /** What is recorded of each kind of latency, by its name in results. */
  def named[A](of: Latency => Option[A]): Map[String, Option[A]] =
    ListMap.from(values.filter(_.unitNanos == LatencyRecorder.Micro).map(kind => kind.word -> of(kind)))
