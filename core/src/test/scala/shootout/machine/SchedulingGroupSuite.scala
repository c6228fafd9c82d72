package shootout.machine

import shootout.units.Endpoint

import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

class SchedulingGroupSuite extends munit.FunSuite:
  private val own = ProcessHandle.current.pid

  private def withSession[A](use: Long => A): A =
    assume(Files.isDirectory(Path.of("/proc/self")), "no /proc here")
    val process = ProcessBuilder("setsid", "sleep", "30").start()
    try
      // until it has created its session
      val deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5)
      while !process.info.command.map(_.endsWith("sleep")).orElse(false) && System.nanoTime() < deadline do
        Thread.sleep(5)
      use(process.pid)
    finally process.destroyForcibly().waitFor(): Unit

  test("an ended process is in no group"):
    val ended = ProcessBuilder("true").start()
    ended.waitFor()
    assertEquals(SchedulingGroup.of(ended.pid), None)
    assertEquals(SchedulingGroup.count(List(ended.pid)), None)

  test("only a listener in our group is ours"):
    val socket = ServerSocket(0, 1, InetAddress.getLoopbackAddress)
    val port = socket.getLocalPort
    def isOurs(host: String) = SchedulingGroup.isOurs(Endpoint(host, port, None, None, None))
    assert(isOurs("127.0.0.1"))
    assert(!isOurs("192.0.2.1"))
    socket.close()
    assert(!isOurs("127.0.0.1"))

  test("a child with its own session stays in the run's group"):
    assume(SchedulingGroup.join(), "no control group may be made here")
    withSession { child =>
      assertEquals(SchedulingGroup.of(child), SchedulingGroup.of(own))
      assertEquals(SchedulingGroup.count(List(own, child)), Some(1))
    }

  test("a process outside the run's group makes a second one"):
    assume(SchedulingGroup.join(), "no control group may be made here")
    val init = 1L
    assertEquals(SchedulingGroup.count(List(own, init)), Some(2))
