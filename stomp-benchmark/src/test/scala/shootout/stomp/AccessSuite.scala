package shootout.stomp

/** What the engine learns of STOMP from the driver alone. */
class AccessSuite extends munit.FunSuite:
  private val driver = StompDriver()

  test("a server is known by its answer to CONNECT, good or bad") {
    assert(driver.prod.exists(text => text.startsWith("CONNECT\n") && text.contains("\n\n\u0000")))
    for said <- List("CONNECTED\nversion:1.2", "ERROR\nmessage:no") do
      assertEquals(driver.signs.filter(_.fits(said)).map(_.kind), List("STOMP"))
    assertEquals(driver.signs.filter(_.fits("HTTP/1.1 400 ERROR")), Nil)
  }
