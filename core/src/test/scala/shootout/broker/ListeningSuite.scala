package shootout.broker

import java.net.{InetAddress, ServerSocket}

class ListeningSuite extends munit.FunSuite:
  private val own = List(ProcessHandle.current.pid)

  private def port(socket: ServerSocket): String = f"${socket.getLocalPort}%04X"

  test("a socket on all addresses is seen, one on 127.0.0.1 is no matter") {
    assume(System.getProperty("os.name") == "Linux", "only Linux tells")
    val inside = ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))
    val outside = ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))
    try
      assert(Listening.addresses(own).exists(_.endsWith(s":${port(inside)}")))
      assertEquals(Listening.forOthers(own).filter(_.endsWith(s":${port(inside)}")), Nil)
      assertEquals(Listening.forOthers(own).count(_.endsWith(s":${port(outside)}")), 1)
    finally
      inside.close()
      outside.close()
  }
