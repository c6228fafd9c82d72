package shootout.cli

import shootout.scenario.*
import shootout.units.Nanos

/** The load that runs before anything is measured, and is forgotten: always the same, whatever was planned, so that neither
  * the first cell nor a cold JVM, the broker's or ours, distorts the comparison.
  */
object WarmUp:
  /** What is tried in turn until the protocol can do it: with a hundred sends in flight, with one, and without confirmation. */
  def cells(measured: List[Cell]): List[Cell] =
    val best = cell(measured)
    best :: List(producers.copy(window = Window.Of(1)), ProducerGroup.plain(Bytes)).map(p =>
      best.copy(producers = List(p))
    )

  /** A queue with one producer and one consumer, 1 KiB, every message confirmed. With few sends in flight nothing piles up,
    * so that the broker need not be started anew, and cold, behind it.
    *
    * @param cells
    *   those that will be measured: it lasts as long as their longest warm-up, three times
    */
  private[cli] def cell(cells: List[Cell]): Cell =
    val once = Nanos(cells.map(_.timing.warmUp.value).maxOption.fold(Least)(math.max(_, Least)))
    val model = cells.head
    Cell(
      id = "warm_up",
      group = model.group,
      title = "warm-up",
      axes = Nil,
      destinations = Destinations(DestinationType.Queue, 1, None),
      producers = List(producers),
      consumers = List(ConsumerGroup.plain),
      timing = model.timing.copy(warmUp = once, samples = 2, sampleInterval = once),
      phase = None
    )

  private val Least = 200_000_000L
  private val Bytes = 1024
  private val InFlight = 100

  private val producers =
    ProducerGroup.plain(Bytes).copy(confirm = Confirm.Receipt, window = Window.Of(InFlight))
