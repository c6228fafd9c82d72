package shootout.jms.plain

import shootout.driver.{ClientLoad, ClientOrder}
import shootout.units.DestinationType

import java.net.ServerSocket
import scala.util.Using

class PlainSuite extends munit.FunSuite:
  private def order(protocol: String, port: Int, load: ClientLoad = ClientLoad(100), drainS: Double = 20) =
    ClientOrder("none", protocol, "127.0.0.1", port, "anybody", "anything", "plain_q", load, 0.1, 0.2, drainS)

  test("an unknown protocol and a missing broker are reported"):
    assert(Main.follow(order("carrier", 1)).trouble.exists(_.contains("carrier")))
    val nobody = ServerSocket(0)
    nobody.close()
    assert(Main.follow(order("openwire", nobody.getLocalPort)).trouble.isDefined)

  test("each consumer of a topic is owed each message"):
    Using.resource(SmallStomp()): broker =>
      val topic = ClientLoad(100, kind = DestinationType.Topic, producers = 2, consumers = 3)
      val answer = Main.follow(order("stomp", broker.port, topic))
      assertEquals(answer.trouble, None)
      assertEquals((broker.connections, answer.wrong), (5, 0L))
      assertEquals((answer.received, answer.owed), (broker.sent * 3, broker.sent * 3))
      assert(broker.sent > 0)

  test("with a window of one, each persistent message waits for its receipt"):
    Using.resource(SmallStomp()): broker =>
      val answer = Main.follow(order("stomp", broker.port, ClientLoad(100, persistent = true, window = 1)))
      assertEquals((answer.trouble, answer.owed, answer.received), (None, broker.sent, broker.sent))
      assert(broker.sent > 0)

  test("a message that does not arrive is still owed"):
    Using.resource(SmallStomp(lost = 1)): broker =>
      val topic = ClientLoad(100, kind = DestinationType.Topic, consumers = 2, window = 1)
      val answer = Main.follow(order("stomp", broker.port, topic, drainS = 0.1))
      assertEquals((answer.trouble, answer.owed - answer.received), (None, 2L))
