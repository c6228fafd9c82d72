package shootout.jms.plain

import shootout.driver.{ClientAnswer, ClientOrder}
import shootout.jms.nullpeer.NullPeers

/** Plain clients of each library against the null peer of its protocol: what was sent has come, and no number is judged. */
class PlainSuite extends munit.FunSuite:
  private val order = ClientOrder(
    "null-jms",
    "openwire",
    "127.0.0.1",
    0,
    "anybody",
    "anything",
    "plain_q",
    100,
    persistent = false,
    window = 0,
    listener = false,
    "",
    Nil,
    Nil,
    Nil,
    warmUpS = 0.1,
    seconds = 0.2,
    drainS = 30
  )

  private def answer(change: ClientOrder => ClientOrder): ClientAnswer =
    val asked = change(order)
    val peer = NullPeers.peer(asked.protocol, 0)
    peer.start()
    try Main.follow(asked.copy(port = peer.localPort))
    finally
      peer.close()
      peer.join(10_000)

  private def counts(change: ClientOrder => ClientOrder)(using munit.Location): Unit =
    val found = answer(change)
    assertEquals(found.trouble, None)
    assert(found.sent > 0 && found.sentPerS > 0 && found.cpuUsPerMessage > 0, found)
    assertEquals((found.received, found.wrong), (found.sent, 0L))

  for protocol <- NullPeers.protocols.toList.sorted do
    // the library's own receive asks for each message
    val listens = protocol == "rabbitmq"
    test(s"$protocol: what was sent has come")(counts(_.copy(protocol = protocol, listener = listens)))
    test(s"$protocol: called back, with messages that are confirmed") {
      // with its confirmation window HornetQ's library heard nothing of this peer
      val window = if protocol == "hornetq" then 1 else 10
      counts(_.copy(protocol = protocol, listener = true, persistent = true, window = window))
    }

  test("one message in flight")(counts(_.copy(window = 1)))

  test("what cannot be done is said") {
    assert(Main.follow(order.copy(protocol = "carrier")).trouble.exists(_.contains("carrier")))
    val nobody = java.net.ServerSocket(0)
    nobody.close()
    assert(Main.follow(order.copy(port = nobody.getLocalPort)).trouble.isDefined)
  }
