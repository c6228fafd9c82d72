package shootout.stomp

import shootout.broker.BrokerSpec
import shootout.driver.BrokerUnderTest
import shootout.result.DrainOutcome

import scala.concurrent.duration.*

/** Real brokers that are disturbed or killed under load. The audit counts every fault. */
abstract class Harm extends munit.FunSuite:
  override def munitTimeout: Duration = 5.minutes

  private def spec(name: String): BrokerSpec = StompBrokers.catalogue.find(_.name == name).get

  protected def withBroker(name: String)(body: BrokerUnderTest => Unit): Unit =
    val broker = StompBrokers.underTest(spec(name), "test-harmed")
    broker.start()
    try body(broker)
    finally broker.end()

  protected def killedUnderLoad(name: String): Unit =
    test(s"$name: a broker killed under load keeps every confirmed message"):
      withBroker(name): broker =>
        val workload = Loads.workload(
          "{crash: true, warm_up: 500 ms, samples: 2, drain_timeout: 4 s, drain_limit: 60 s, " +
            "destinations: {type: queue}, producers: {count: 2, size: 1 KiB, persistent: true, confirm: receipt, window: 50}, " +
            "consumers: {ack: client, think: 1 ms}}"
        )
        val result =
          Loads.measured(broker.protocol, broker.endpoint("stomp"), workload, broker.queue, Some(broker.killer))
        val crash = result.crash.get
        assert(crash.confirmed > 20, crash)
        assertEquals(crash.lostConfirmed, 0L, s"a broker of class ${spec(name).durability.is.word}")
        assert(crash.unconfirmedDelivered <= 100, s"more than were in flight: $crash")
        assert(crash.recoveryS.exists(s => s > 0.2 && s < 90), crash)
        assert(result.samples.map(_.consumedPerS).sum > 0, "nothing was consumed before")
        assertEquals(result.summary.map(_.errors), Some(0L))

class HarmIT extends Harm:
  test("activemq: the audit counts each message that a proxy drops, duplicates or swaps"):
    withBroker("activemq"): broker =>
      val proxy =
        FaultyProxy(broker.endpoint("stomp").port, dropEvery = 101, duplicateEvery = 53, swapEvery = 29)
      try
        val workload = Loads.workload(
          "{warm_up: 300 ms, samples: 2, drain_timeout: 500 ms, destinations: {type: queue}, consumers: {}, " +
            "producers: {size: 1 KiB, confirm: receipt, window: 50}}"
        )
        val endpoint = broker.endpoint("stomp").copy(port = proxy.endpointPort)
        val result = Loads.measured(broker.protocol, endpoint, workload, broker.queue)
        val audit = result.audit.get
        assert(proxy.dropped > 0 && proxy.duplicated > 0 && proxy.reordered > 0, s"too few messages: $audit")
        assertEquals(audit.lost, proxy.dropped)
        assertEquals(audit.duplicated, proxy.duplicated)
        assertEquals(audit.reordered, proxy.reordered)
        assertEquals(audit.delivered, audit.expected - proxy.dropped)
        assertEquals((audit.undrained, audit.corrupted, audit.foreign), (0L, 0L, 0L))
        assertEquals(result.drain.map(_.outcome), Some(DrainOutcome.TimedOut))
      finally proxy.close()

  killedUnderLoad("activemq")

/** Another store, and the slowest to start. `CatalogueContractIT` kills every broker without load. */
class HarmLongIT extends Harm:
  killedUnderLoad("artemis")
