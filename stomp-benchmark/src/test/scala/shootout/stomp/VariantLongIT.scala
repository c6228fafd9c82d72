package shootout.stomp

import shootout.driver.{ClientSpec, DestinationName, Probe, ReceiveSpec, Seen, SendSpec, Session, Stamp}
import shootout.scenario.Ack
import shootout.units.DestinationType

import scala.concurrent.duration.*

/** Every variant starts, carries a confirmed message, and stops. `CatalogueContractIT` tests the contract with its base. */
class VariantLongIT extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val chosen = sys.env.get("SHOOTOUT_PAIRS").map(_.split(',').toSet)

  test("the catalogue has variants"):
    assert(StompBrokers.catalogue.exists(_.onlyByName))

  for
    spec <- StompBrokers.catalogue if spec.onlyByName && chosen.forall(_(spec.name))
    protocol <- StompBrokers.protocol(spec)
  do
    test(s"${spec.name}: starts, carries a message, and stops"):
      val broker = StompBrokers.underTest(spec, "test-variants")
      broker.start()
      try
        val session = protocol.open(broker.endpoint("stomp"))
        try carries(session, broker.queue)
        finally session.close()
      finally broker.end()

  private def carries(session: Session, name: String): Unit =
    val queue = DestinationName(DestinationType.Queue, name)
    val id = Stamp.producer(7, 3)
    val send = SendSpec(Vector(queue), persistent = true, confirm = true, Nil, Some(20))
    val producer = Probe(session, ClientSpec("p", Some(send), None)).connect().sendAll(1, id, 20)
    assertEquals(producer.confirmations(1), List(0L))
    producer.close()
    val receive = ReceiveSpec(queue, Ack.Auto, None, None, None, Nil)
    val consumer = Probe(session, ClientSpec("c", None, Some(receive))).connect()
    assertEquals(consumer.receive(1), List(Seen(id, 0, 20, intact = true)))
    consumer.close()
