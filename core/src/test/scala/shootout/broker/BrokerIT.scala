package shootout.broker

import java.net.{InetSocketAddress, ServerSocket}
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.OptionConverters.*

class BrokerIT extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes
  private val temporary = FunFixture[Path](_ => Files.createTempDirectory("shootout"), Brokers.delete(_))

  private def options(folder: Path) =
    StartOptions("echo", 64, folder, List("q1", "q2"), Nil, readyWithin = 30.seconds, stopWithin = 5.seconds)

  private def started(broker: Broker, options: StartOptions): RunningBroker =
    broker.start(options, Brokers.greets).fold(f => fail(s"$f\n${f.logTail.mkString("\n")}"), identity)

  private def lives(pid: Long): Boolean =
    ProcessHandle.of(pid).toScala.exists(h => h.isAlive && h.info.command.isPresent)

  private def eventually(what: => Boolean): Boolean =
    val limit = 50.seconds.fromNow
    while !what && limit.hasTimeLeft() do Thread.sleep(20)
    what

  temporary.test("starts, answers, and stops with its children") { folder =>
    val running = started(Brokers.broker("echo"), options(folder))
    assert(running.isAlive)
    assert(eventually(running.pids.size == 2), running.pids)
    val pids = running.pids
    running.stop()
    assert(!running.isAlive)
    assertEquals(pids.filter(lives), Nil)
    assertEquals(running.pids, Nil)
    running.stop()
  }

  temporary.test("killed, it starts again with its data; purged, nothing is left") { folder =>
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
  }

  temporary.test("sources are compiled once, and said to be wrong with the compiler's words") { folder =>
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
  }

  temporary.test("the configuration is told, with the passcode masked and no variable of the shell") { folder =>
    val running = started(Brokers.broker("echo"), options(folder))
    val configuration = running.effectiveConfiguration
    running.stop()
    assertEquals(configuration.map(_.name), List("command", "Start.java", "settings.txt"))
    assertEquals(configuration.last.text, "passcode=********\nqueues=q1,q2,\n")
    assert(configuration.head.text.startsWith("GREETING=hello shootout\n"), configuration.head.text)
    assert(running.logTail(5).contains("greeting: hello shootout null"), running.logTail(5))
  }

  temporary.test("a port that is taken: others are tried") { folder =>
    val taken = ServerSocket()
    taken.bind(InetSocketAddress(Ports.loopback, 0))
    var picks = 0
    def pick(count: Int) =
      picks += 1
      if picks == 1 then taken.getLocalPort :: Ports.pick(count - 1) else Ports.pick(count)
    val running = started(Brokers.broker("echo", pickPorts = pick), options(folder))
    running.stop()
    taken.close()
    assertEquals(picks, 2)
  }

  temporary.test("ports that are taken again and again: told, with the broker's last words") { folder =>
    val taken = ServerSocket()
    taken.bind(InetSocketAddress(Ports.loopback, 0))
    val broker = Brokers.broker("echo", pickPorts = count => Ports.pick(count - 1) :+ taken.getLocalPort)
    val failure = broker.start(options(folder), Brokers.greets).left.getOrElse(fail("started"))
    taken.close()
    assert(failure.reason.contains("took the ports of Echo, 3 times in a row"), failure)
    assert(failure.logTail.exists(_.contains("Address already in use")), failure.logTail)
  }

  temporary.test("never ready: ended, with a reason") { folder =>
    val soon = options(folder).copy(readyWithin = 2.seconds)
    val failure = Brokers.broker("echo").start(soon, _ => false).left.getOrElse(fail("started"))
    assert(failure.reason.contains("did not answer in echo within 2 s"), failure)
  }

  temporary.test("dies before it is ready: told at once, with its last words") { folder =>
    val broker = Broker(broken, "1", Brokers.folder, folder, None, OwnProcesses())
    val failure = broker.start(options(folder), Brokers.greets).left.getOrElse(fail("started"))
    assert(failure.reason.contains("ended with status 1 before it was ready"), failure)
    assert(failure.logTail.exists(_.contains("nonsense")), failure.logTail)
  }

  private def broken: BrokerSpec = Brokers.spec("echo").launched(_.copy(start = List("{{java}}", "nonsense")))

  temporary.test("deaf to SIGTERM: killed after the limit") { folder =>
    val running = started(Brokers.broker("stubborn"), options(folder).copy(stopWithin = 1.second))
    val pids = running.pids
    running.stop()
    assertEquals(pids.filter(lives), Nil)
  }

  temporary.test("a shutdown hook ends all, twice without harm, and nothing starts afterwards") { folder =>
    val processes = OwnProcesses()
    val broker = Brokers.broker("echo", processes)
    val running = started(broker, options(folder))
    assert(eventually(running.pids.size == 2))
    val pids = running.pids
    processes.endAll(5.seconds)
    processes.endAll(5.seconds)
    assertEquals(pids.filter(lives), Nil)
    intercept[IllegalStateException](broker.start(options(folder), Brokers.greets))
  }

  temporary.test("a purge empties the folders, and follows no link") { folder =>
    val work = WorkFolder(folder)
    work.purge()
    Files.createDirectories(work.data.resolve("a/b"))
    Files.writeString(work.data.resolve("a/b/.hidden"), "x")
    Files.createSymbolicLink(work.data.resolve("link"), Files.createDirectories(folder.resolve("outside")))
    Files.writeString(folder.resolve("outside/kept"), "x")
    work.purge()
    assert(Files.exists(folder.resolve("outside/kept")))
    assertEquals(Files.list(work.data).count, 0L)
  }
