package shootout.broker

import java.net.{InetSocketAddress, ServerSocket}
import java.nio.file.Files
import scala.util.Using

class PortsSuite extends TemporaryFolder:
  test("picked ports are distinct, free, and seldom the same"):
    val picked = Ports.pick(20)
    assertEquals((picked.size, picked.distinct.size), (20, 20))
    assert(picked.forall(Ports.isFree), picked)
    Using.resource(ServerSocket()) { socket =>
      socket.bind(InetSocketAddress(Ports.loopback, 0))
      assert(!Ports.isFree(socket.getLocalPort))
    }
    assertNotEquals(Ports.pick(20), picked)

  test("picking ends if all ports are taken"):
    assertEquals(Ports.pickOf(3, _ => false), Nil)
    val one = Ports.pick(1).head
    assertEquals(Ports.pickOf(3, _ == one), List(one))

  folder.test("a broker without enough ports is not started, with the reason"): folder =>
    val options = StartOptions("echo", 64, folder.resolve("echo"), Nil, Nil)
    val failure =
      Brokers.broker("echo", pickPorts = _ => Nil).start(options, _ => true).left.getOrElse(fail("started"))
    assert(failure.reason.contains("ports of 127.0.0.1, and from 15000 to 31999 only 0 are free"), failure)
    assert(failure.remedy.contains("end what listens there"), failure)
    assert(!Files.exists(folder.resolve("echo")), "its folder was created")
