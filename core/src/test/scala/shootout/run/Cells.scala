package shootout.run

import shootout.scenario.*
import shootout.units.{DestinationType, Nanos}

/** Cells for tests of the engine: small, short, and with everything at its plainest unless said otherwise. */
object Cells:
  val producers: ProducerGroup = ProducerGroup.plain(20).copy(think = Some(Distribution.Constant(200_000)))

  val consumers: ConsumerGroup = ConsumerGroup.plain

  val timing: Timing = Timing(
    warmUp = Nanos.ofMillis(40),
    samples = 3,
    sampleInterval = Nanos.ofMillis(60),
    drainTimeout = Nanos.ofMillis(300),
    drainLimit = Nanos.ofSeconds(5)
  )

  def cell(
      kind: DestinationType = DestinationType.Queue,
      destinations: Int = 1,
      producers: List[ProducerGroup] = List(producers),
      consumers: List[ConsumerGroup] = List(consumers),
      phase: Option[Phase] = None
  ): Cell =
    Cell("test", "group", "a test", Nil, Destinations(kind, destinations, None), producers, consumers, timing, phase)
