package shootout.broker

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.OptionConverters.*

/** A broker with several nodes, each a process of its own. Most tests share one broker and run in order. */
class ClusterIT extends TemporaryFolder:
  import Brokers.{eventually, isRunning, started}
  override val munitTimeout: Duration = 2.minutes
  private val note = List("sh", "-c", "echo {{node}} joins {{#others}}{{node}} {{/others}}>> joined")

  private lazy val shared = Files.createTempDirectory("shootout")
  private lazy val running = started(cluster(), options(shared))
  override def afterAll(): Unit =
    running.stop()
    Brokers.delete(shared)

  private def options(folder: Path) =
    StartOptions("echo", 64, folder, Nil, Nil, readyWithin = 60.seconds, stopWithin = 5.seconds)

  private def cluster(inTurn: Boolean = false): Broker =
    val plain = Brokers.spec("echo")
    val nodes = (1 to 3).toList.map(NodeSpec(_, plain.launch, serves = true))
    val spec = plain.copy(topology = Topology(nodes, inTurn, List(note)))
    Broker(spec, "1", Brokers.folder, Brokers.folder, None, OwnProcesses())

  private def greets(running: RunningBroker, number: Int): Boolean =
    val (host, port) = running.endpoint.addresses(number - 1)
    Brokers.greets(running.endpoint.copy(host = host, port = port))

  private def starts(folder: Path): List[String] =
    (1 to 3).toList.map(n => Files.readString(folder.resolve(s"node-$n/data/starts")))

  private def joined(n: Int): Path = shared.resolve(s"node-$n/work/joined")

  private def areApart(running: RunningBroker, folder: Path): Unit =
    assertEquals(running.endpoint.addresses.distinct.size, 3)
    assert((1 to 3).forall(n => eventually(greets(running, n))))
    assertEquals(starts(folder), List("x", "x", "x"))
    for n <- 1 to 3 do assert(Files.size(folder.resolve(s"node-$n/broker.log")) > 0)

  private def endsAll(running: RunningBroker): Unit =
    val pids = running.pids
    running.stop()
    assert(!running.isAlive)
    assertEquals(pids.filter(isRunning), Nil)

  test("nodes that start together have their own ports, data and logs; all but the first join"):
    areApart(running, shared)
    assert(running.pids.size >= 3, running.pids)
    assertEquals((running.pidsOfNodes.size, running.pidsOfNodes.flatten.distinct), (3, running.pids))
    assert(!Files.exists(joined(1)))
    assertEquals(Files.readString(joined(2)), "2 joins 1 3\n")

  folder.test("nodes that start in turn have their own ports, data and logs"): folder =>
    val running = started(cluster(inTurn = true), options(folder))
    areApart(running, folder)
    endsAll(running)

  test("the configuration is reported for each node"):
    val configuration = running.effectiveConfiguration
    assertEquals(configuration.head.text.linesIterator.count(_.startsWith("# node ")), 3)
    val settings = configuration.filter(_.name.endsWith("settings.txt"))
    assertEquals(settings.map(_.name), (1 to 3).toList.map(n => s"node-$n/settings.txt"))
    assert(settings.forall(_.text.startsWith("passcode=********")))

  test("the other nodes go on after a kill, and the killed node restarts on its data"):
    running.kill(2)
    assert(running.isAlive)
    assert(!greets(running, 2) && eventually(greets(running, 1)) && eventually(greets(running, 3)))
    assertEquals(running.restart(2, Brokers.greets), Right(()))
    assertEquals(starts(shared), List("x", "xx", "x"))

  test("all nodes restart on their data and join only once"):
    assertEquals(running.restart(Brokers.greets), Right(()))
    assertEquals(starts(shared), List("xx", "xxx", "xx"))
    assertEquals(Files.readString(joined(3)), "3 joins 1 2\n")

  test("the broker has ended if a node ends unexpectedly, and the log names the node"):
    val pid = running.nodes(1).pids.min
    ProcessHandle.of(pid).toScala.foreach(_.destroyForcibly())
    assert(eventually(!running.isAlive))
    assert(running.logTail(5).contains("--- node 2, which has ended by itself:"), running.logTail(5))
    assert(running.logTail(5).contains("--- node 1:"), running.logTail(5))

  test("the broker stops with all its processes, and a purge deletes its data"):
    endsAll(running)
    running.purge()
    assert(!Files.exists(shared.resolve("node-2/data/starts")))

  private def pair(log: String): Broker =
    val plain = Brokers.spec("echo")
    val nodes =
      List(NodeSpec(1, plain.launch, serves = true), NodeSpec(2, plain.launch, serves = false, Some(log)))
    val spec = plain.copy(topology = Topology(nodes, inTurn = true, Nil))
    Broker(spec, "1", Brokers.folder, Brokers.folder, None, OwnProcesses())

  folder.test("a standby node is ready when its log says so, and clients know its address"): folder =>
    val running = started(pair("greeting: hello"), options(folder))
    assertEquals((running.endpoint.addresses.size, running.endpoint.standby.size), (1, 1))
    assertEquals(running.endpoint.places, running.endpoint.addresses ++ running.endpoint.standby)
    val pids = running.nodes(1).pids
    assertEquals(running.restart(2, _ => false), Right(()))
    assertEquals(running.nodes(1).pids.filter(pids.contains), Nil)
    endsAll(running)

  folder.test("a standby node that is never ready fails with the missing line and both logs"): folder =>
    // long enough for the first node on a busy machine
    val soon = options(folder).copy(readyWithin = 12.seconds)
    val failure = pair("in step").start(soon, Brokers.greets).left.getOrElse(fail("started"))
    assertEquals(failure.reason, "Echo, node 2 did not say 'in step' in its log within 12 s")
    for n <- 1 to 2 do assert(failure.logTail.contains(s"--- node $n:"), failure.logTail)

  folder.test("a node that never answers is named, with the logs of all"): folder =>
    val soon = options(folder).copy(readyWithin = 2.seconds)
    var first = Option.empty[Int]
    // only the node that is asked first is ready
    def ready(port: Int): Boolean =
      if first.isEmpty then first = Some(port)
      first.contains(port)
    val failure = cluster().start(soon, at => ready(at.port)).left.getOrElse(fail("started"))
    assert(failure.reason.contains("Echo, node 2 did not answer in echo within 2 s"), failure)
    for n <- 1 to 3 do assert(failure.logTail.contains(s"--- node $n:"), failure.logTail)
