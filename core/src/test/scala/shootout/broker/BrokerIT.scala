package shootout.broker

import java.net.{InetSocketAddress, ServerSocket}
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.util.Using

class BrokerIT extends TemporaryFolder:
  import Brokers.{eventually, isRunning, started}
  override val munitTimeout: Duration = 2.minutes

  private def options(folder: Path) =
    StartOptions("echo", 64, folder, List("q1", "q2"), Nil, readyWithin = 30.seconds, stopWithin = 5.seconds)

  folder.test("a broker starts, answers, and stops with its child processes"): folder =>
    val running = started(Brokers.broker("echo"), options(folder))
    assert(running.isAlive)
    assert(eventually(running.pids.size == 2), running.pids)
    val pids = running.pids
    running.stop()
    assert(!running.isAlive)
    assertEquals(pids.filter(isRunning), Nil)
    assertEquals(running.pids, Nil)
    running.stop()

  folder.test("a killed broker restarts with its data; a purge deletes the data"): folder =>
    val running = started(Brokers.broker("echo"), options(folder))
    def starts = Files.readString(folder.resolve("data/starts"))
    running.kill()
    assert(!running.isAlive)
    assertEquals(running.restart(Brokers.greets), Right(()))
    assertEquals(starts, "xx")
    running.purge()
    assert(!Files.exists(folder.resolve("data/starts")))
    val again = started(Brokers.broker("echo"), options(folder))
    assertEquals(starts, "x")
    again.stop()

  folder.test("sources are compiled once, and a failure quotes the compiler"): folder =>
    val (good, root) = (Brokers.spec("echo"), folder.resolve("classes"))
    def compiled(spec: BrokerSpec) = Sources.compiled(root, spec, folder)
    val first = compiled(good).toOption.flatten.get
    val made = Files.getLastModifiedTime(first.resolve("Start.class"))
    assertEquals(compiled(good), Right(Some(first)))
    assertEquals(Files.getLastModifiedTime(first.resolve("Start.class")), made)
    val wrong = good.copy(files = BrokerFiles(Files.createDirectories(folder.resolve("wrong"))))
    Files.writeString(wrong.folder.resolve("Start.java"), "class Start { int x = ; }")
    val failure = compiled(wrong).left.toOption.get
    assert(failure.logTail.exists(_.contains("illegal start of expression")), failure)
    assertEquals(Files.list(root).count, 1L)
    assertEquals(compiled(good.launched(_.copy(sources = Nil))), Right(None))

  folder.test("the reported configuration masks the passcode and has no shell variables"): folder =>
    val running = started(Brokers.broker("echo"), options(folder))
    val configuration = running.effectiveConfiguration
    running.stop()
    assertEquals(configuration.map(_.name), List("command", "Start.java", "settings.txt"))
    assertEquals(configuration.last.text, "passcode=********\nqueues=q1,q2,\n")
    assert(configuration.head.text.startsWith("GREETING=hello shootout\n"), configuration.head.text)
    assert(running.logTail(5).contains("greeting: hello shootout null"), running.logTail(5))

  private def withTakenPort(use: Int => Unit): Unit = Using.resource(ServerSocket()): socket =>
    socket.bind(InetSocketAddress(Ports.loopback, 0))
    use(socket.getLocalPort)

  folder.test("a broker tries other ports if one is taken"): folder =>
    var picks = 0
    withTakenPort: taken =>
      def pick(count: Int) =
        picks += 1
        if picks == 1 then taken :: Ports.pick(count - 1) else Ports.pick(count)
      started(Brokers.broker("echo", pickPorts = pick), options(folder)).stop()
    assertEquals(picks, 2)

  folder.test("a broker fails with its last log lines if ports are taken repeatedly"): folder =>
    withTakenPort: taken =>
      val broker = Brokers.broker("echo", pickPorts = count => Ports.pick(count - 1) :+ taken)
      val failure = broker.start(options(folder), Brokers.greets).left.getOrElse(fail("started"))
      assert(failure.reason.contains("took the ports of Echo, 3 times in a row"), failure)
      assert(failure.logTail.exists(_.contains("Address already in use")), failure.logTail)

  folder.test("a broker that never answers is ended with a reason"): folder =>
    val soon = options(folder).copy(readyWithin = 2.seconds)
    val failure = Brokers.broker("echo").start(soon, _ => false).left.getOrElse(fail("started"))
    assert(failure.reason.contains("did not answer in echo within 2 s"), failure)

  folder.test("a broker that dies early fails at once with its last log lines"): folder =>
    val broken = Brokers.spec("echo").launched(_.copy(start = List("{{java}}", "nonsense")))
    val broker = Broker(broken, "1", Brokers.folder, folder, None, OwnProcesses())
    val failure = broker.start(options(folder), Brokers.greets).left.getOrElse(fail("started"))
    assert(failure.reason.contains("ended with status 1 before it was ready"), failure)
    assert(failure.logTail.exists(_.contains("nonsense")), failure.logTail)

  folder.test("a broker that ignores SIGTERM is killed after the limit"): folder =>
    val running = started(Brokers.broker("stubborn"), options(folder).copy(stopWithin = 1.second))
    val pids = running.pids
    running.stop()
    assertEquals(pids.filter(isRunning), Nil)

  folder.test("a shutdown hook ends all processes, and none starts afterwards"): folder =>
    val processes = OwnProcesses()
    val broker = Brokers.broker("echo", processes)
    val running = started(broker, options(folder))
    assert(eventually(running.pids.size == 2))
    val pids = running.pids
    processes.endAll(5.seconds)
    processes.endAll(5.seconds)
    assertEquals(pids.filter(isRunning), Nil)
    intercept[IllegalStateException](broker.start(options(folder), Brokers.greets))

  folder.test("a purge empties the folders and follows no link"): folder =>
    val work = WorkFolder(folder)
    work.purge()
    Files.createDirectories(work.data.resolve("a/b"))
    Files.writeString(work.data.resolve("a/b/.hidden"), "x")
    Files.createSymbolicLink(work.data.resolve("link"), Files.createDirectories(folder.resolve("outside")))
    Files.writeString(folder.resolve("outside/kept"), "x")
    work.purge()
    assert(Files.exists(folder.resolve("outside/kept")))
    assertEquals(Files.list(work.data).count, 0L)
