package shootout.broker

import java.net.{InetSocketAddress, ServerSocket}
import java.nio.file.{Files, Path}
import scala.util.Using

class PortsSuite extends munit.FunSuite:
  private val temporary = FunFixture[Path](_ => Files.createTempDirectory("ports"), Brokers.delete(_))

  test("distinct ports, all of them free, and seldom the same ones") {
    val picked = Ports.pick(20)
    assertEquals((picked.size, picked.distinct.size), (20, 20))
    assert(picked.forall(Ports.isFree), picked)
    Using.resource(ServerSocket()) { socket =>
      socket.bind(InetSocketAddress(Ports.loopback, 0))
      assert(!Ports.isFree(socket.getLocalPort))
    }
    assertNotEquals(Ports.pick(20), picked)
  }

  test("a range of which all is taken has an end") {
    assertEquals(Ports.pickOf(3, _ => false), Nil)
    val one = Ports.pick(1).head
    assertEquals(Ports.pickOf(3, _ == one), List(one))
  }

  temporary.test("a broker for which there are too few is not started, and why is said") { folder =>
    val options = StartOptions("echo", 64, folder.resolve("echo"), Nil, Nil)
    val failure = Brokers.broker("echo", pickPorts = _ => Nil).start(options, _ => true).left.getOrElse(fail("started"))
    assert(failure.reason.contains("ports of 127.0.0.1, and from 15000 to 31999 only 0 are free"), failure)
    assert(failure.remedy.contains("end what listens there"), failure)
    assert(!Files.exists(folder.resolve("echo")), "nothing was begun")
  }
