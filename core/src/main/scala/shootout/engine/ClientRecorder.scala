package shootout.engine

import shootout.result.LatencyKind

import java.util.concurrent.atomic.AtomicLong

/** A count with one writer. Other threads see a new value soon, and never a torn one. It costs the writer two plain
  * moves.
  */
final class Counter extends Serializable:
  private val value = AtomicLong()
  def add(n: Long): Unit = value.lazySet(value.getPlain + n)
  def get: Long = value.get

/** All that one client counts and times. The client's context writes it, the sampler reads it. */
final class ClientRecorder:
  val produced = Counter()
  val confirmed = Counter()
  val consumed = Counter()
  val acknowledged = Counter()
  val errors = Counter()

  /** Messages of an open loop that were due while window or network blocked, and so were sent late. */
  val heldBack = Counter()
  @volatile var connected = false

  private var latencies = Map.empty[LatencyKind, LatencyRecorder]

  /** Creates the recorders for the kinds of latency that the workload records, before the client starts. */
  def record(kinds: LatencyKind*): this.type =
    latencies = kinds.map(kind => kind -> LatencyRecorder(kind.unitNanos)).toMap
    this

  /** Look it up once, not for every message. */
  def latency(kind: LatencyKind): Option[LatencyRecorder] = latencies.get(kind)
