package shootout.run

import shootout.result.Sample

/** Clients that connect one after the other while the cell is measured, until that ends in errors. One connection that fails
  * is not yet the end: as in the original benchmark, that is so many errors in one sample. Used by the run's thread.
  */
final class Ramp(clients: CellClients, clock: Clock):
  private val waves =
    val consumers = clients.consumers.groupMap((group, _) => group.name -> group.rampPerSecond)(_._2).toList
    val producers = clients.producers.groupMap((group, _) => group.name -> group.rampPerSecond)(_._2).toList
    for case ((_, Some(perSecond)), loops) <- consumers ++ producers yield Wave(loops, perSecond, clock)
  private val members = waves.flatMap(_.loops).toSet[ClientLoop]
  private var began = 0L
  private var ended = false

  /** The broker bears no more connections: what follows would only say so again. */
  var collapsed = false

  def contains(loop: ClientLoop): Boolean = members(loop)

  def begin(now: Long): Unit = began = now

  /** Connects those whose time has come. */
  def advance(now: Long): Unit =
    if !ended then waves.foreach(_.advance((now - began) / 1e9))

  /** A sample was taken. */
  def sampled(sample: Sample): Unit =
    if waves.nonEmpty && sample.errors >= Ramp.MostErrors then
      collapsed = true
      ended = true

  /** Those that never connected leave. */
  def end(): Unit =
    ended = true
    waves.foreach(_.rest.foreach(_.abort()))

object Ramp:
  /** In one sample. */
  val MostErrors = 50

private final class Wave(val loops: List[ClientLoop], perSecond: Double, clock: Clock):
  private var waiting = loops
  private var connected = 0

  def advance(elapsedSeconds: Double): Unit =
    val due = (elapsedSeconds * perSecond).toInt - connected
    val (now, later) = waiting.splitAt(due)
    waiting = later
    connected += now.size
    now.foreach { loop =>
      loop.connect()
      loop match
        case producer: ProducerLoop => producer.ready.thenRun(() => producer.start(clock.nanos()))
        case _ => ()
    }

  def rest: List[ClientLoop] = waiting
