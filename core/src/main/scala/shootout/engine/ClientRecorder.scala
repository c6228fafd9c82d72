package shootout.engine

import shootout.result.LatencyKind

import java.util.concurrent.atomic.AtomicLong

/** A count with one writer; readers of other threads see it soon, never torn. Costs the writer two plain moves. */
final class Counter:
  private val value = AtomicLong()
  def add(n: Long): Unit = value.lazySet(value.getPlain + n)
  def get: Long = value.get

/** All that one client counts and times: written in the client's context, read by the sampler.
  *
  * @param group
  *   index of the client's group within its workload
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

  private var latencies = Map.empty[LatencyKind, LatencyRecorder]

  /** Made before the client starts, for those kinds of latency that its load records. */
  def record(kinds: LatencyKind*): this.type =
    latencies = kinds.map(kind => kind -> LatencyRecorder(kind.unitNanos)).toMap
    this

  /** Look it up once, not for every message. */
  def latency(kind: LatencyKind): Option[LatencyRecorder] = latencies.get(kind)
