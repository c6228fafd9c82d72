package shootout.jms.plain

import shootout.driver.ClientOrder

import java.net.ServerSocket

class PlainSuite extends munit.FunSuite:
  private def order(protocol: String, port: Int): ClientOrder =
    ClientOrder(
      "none",
      protocol,
      "127.0.0.1",
      port,
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
      drainS = 1
    )

  test("what cannot be done is said") {
    assert(Main.follow(order("carrier", 1)).trouble.exists(_.contains("carrier")))
    val nobody = ServerSocket(0)
    nobody.close()
    assert(Main.follow(order("openwire", nobody.getLocalPort)).trouble.isDefined)
  }
