package shootout.stomp

import shootout.driver.{Access, Encryption}

/** What the engine learns of STOMP from the driver alone. */
class AccessSuite extends munit.FunSuite:
  private val driver = StompDriver()

  test("--url may ask for TLS, with certificates of one's own, and for a virtual host") {
    assertEquals(driver.access, Access(Encryption.AsTold, virtualHosts = true))
  }
