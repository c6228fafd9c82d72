package shootout.run

import shootout.driver.{Handshake, InMemoryBroker, InMemoryDriver, Needs, NoService, Protocol, Session}
import shootout.result.{CellResult, Sample, Status}
import shootout.scenario.{Ack, Cell}
import shootout.units.{Endpoint, Nanos}

/** A prefetch that a scenario prefers, with brokers that can and cannot be told of it. */
class PreferenceSuite extends munit.FunSuite:
  /** The in-memory driver, but for what it is told that it cannot. */
  private final class Limited(whole: Protocol, cannot: Map[String, String], val time: VirtualTime) extends Protocol:
    def unsupported(cell: Cell): Option[String] = Needs.of(cell).flatMap(cannot.get).headOption
    def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
      Handshake.attempt(open(endpoint), timeout)
    def open(endpoint: Endpoint): Session = whole.open(endpoint)

  private val cell = Cells.cell(consumers =
    List(Cells.consumers.copy(ack = Ack.Client, prefetch = Some(7), prefetchPreferred = true))
  )
  private def limited(cannot: (String, String)*) =
    val time = VirtualTime()
    Limited(InMemoryDriver(InMemoryBroker(scheduler = time)), cannot.toMap, time)

  private def run(cell: Cell, broker: Limited): CellResult =
    val watch = new Watch:
      def cancelled: Boolean = false
      def brokerAlive: Boolean = true
      def sampled(cell: Cell, sample: Sample): Unit = ()
    val endpoint = Endpoint("127.0.0.1", 1, None, None, None)
    val result = Run(broker, endpoint, broker.time, watch).execute(cell, 1, LinkedState("test", 5)).result
    assertEquals(result.status, Status.Measured, result.reason)
    result

  test("a broker that can be told is told, and nothing need be said") {
    val (fitted, said) = Preference.fit(cell, limited())
    assertEquals(fitted.consumers.map(_.prefetch), List(Some(7)))
    assertEquals(said, Nil)
    val result = run(cell, limited())
    assertEquals((result.load.settings("prefetch").num, result.prefetchApplied, result.notes), (7.0, Some(true), Nil))
  }

  test("a broker that cannot be told keeps its own: the result says so, and that the load was the same") {
    val broker = limited("prefetch" -> "it knows no such thing")
    assertEquals(Preference.fit(cell, broker)._1.consumers.map(_.prefetch), List(None))
    val result = run(cell, broker)
    assertEquals(result.notes, List("the broker's own prefetch holds, and not one of 7: it knows no such thing"))
    assertEquals((result.load, result.prefetchApplied), (run(cell, limited()).load, Some(false)))
    assertEquals(run(Cells.cell(), broker).prefetchApplied, None)
  }

  test("whoever insists is told that it cannot be done") {
    val strict = cell.copy(consumers = cell.consumers.map(_.copy(prefetchPreferred = false)))
    assertEquals(limited("prefetch" -> "no").unsupported(strict), Some("no"))
    assertEquals(limited("prefetch" -> "no").unsupported(cell), None)
  }
