package shootout.driver

import shootout.broker.*
import shootout.machine.SchedulingGroup
import shootout.engine.Killer
import shootout.units.{orNone, DestinationType, Endpoint, Nanos}

import java.nio.file.{Files, Path}
import scala.jdk.OptionConverters.*
import scala.util.control.NoStackTrace

/** One broker of the catalogue, from start to end.
  *
  * @param spoken the tested protocols by name; the broker must answer in the first
  */
final class BrokerUnderTest(spec: BrokerSpec, spoken: List[(String, Protocol)], parent: Path) extends munit.Assertions:
  private val folder = parent.resolve(spec.slug)
  private var running: RunningBroker | Null = null
  private var tried = false
  private var watch: ListeningWatch | Null = null

  /** Starts the broker for a test that is retried alone. If the start failed before, the test is skipped. */
  private def current: RunningBroker =
    if !tried then start()
    assume(running != null, s"${spec.name} did not start")
    running.nn

  def protocol: Protocol = spoken.head._2

  def queue: String =
    DriverContract.named(DestinationType.Queue, BrokerUnderTest.destinations(spoken.head._1).head).name

  def endpoint(protocol: String): Endpoint = current.endpoint(spec.protocol(protocol).get)

  def start(): Unit =
    tried = true
    watch = ListeningWatch(folder)
    locally { val _ = BrokerUnderTest.isGrouped }
    val artifacts = Artifacts(Artifacts.defaultCache)
    val install =
      InstallOptions(artifacts, allowSystemPackages = false, text => println(s"${spec.name}: $text"))
    val names = spoken.flatMap((name, _) => BrokerUnderTest.destinations(name))
    def all(kind: DestinationType) = names.map(DriverContract.named(kind, _).name)
    val options =
      StartOptions(spoken.head._1, 512, folder, all(DestinationType.Queue), all(DestinationType.Topic))
    val started =
      for
        broker <- Broker.install(spec, install, OwnProcesses()).left.map(why => s"not available: $why")
        running <- broker.start(options, ready).left.map(f => s"$f\n${f.logTail.mkString("\n")}")
      yield running
    running = started.fold(why => throw BrokerUnderTest.Missing(spec.name, why), identity)
    awaitOthers()

  /** The other protocols may need longer than the first. */
  private def awaitOthers(): Unit =
    val deadline = System.nanoTime() + BrokerUnderTest.LimitNanos
    for (name, protocol) <- spoken.tail do
      while protocol.handshake(endpoint(name), Nanos.ofSeconds(5)).isLeft do
        assert(System.nanoTime() < deadline, s"${spec.name} does not answer over $name")
        Thread.sleep(BrokerUnderTest.PauseMs)

  val killer: Killer = new Killer:
    def kill(): Unit = current.kill()
    def restart(): Either[String, Unit] =
      current.restart(ready).left.map(_.toString).map(_ => awaitOthers())

  private def ready(at: Endpoint): Boolean = protocol.handshake(at, Nanos.ofSeconds(5)).isRight

  def started: RunningBroker = current

  def restart(node: Int): Unit = assertEquals(current.restart(node, ready), Right(()))

  def end(): Unit =
    val ending = current
    val processes = ending.pids.flatMap(pid => ProcessHandle.of(pid).toScala)
    assert(processes.nonEmpty)
    val atTheEnd = Listening.forOthers(ending.pids)
    val groups = SchedulingGroup.count(ProcessHandle.current.pid :: ending.pids)
    ending.purge()
    running = null
    val found = unwatched()
    val others = if BrokerUnderTest.listenForAMoment(spec.broker) then atTheEnd else found
    assertEquals(others, Nil, s"${spec.name} listened for other machines")
    if BrokerUnderTest.isGrouped then assertEquals(groups, Some(1), s"scheduling groups of the load and ${spec.name}")
    assertEquals(processes.map(_.pid).filter(Brokers.isRunning), Nil)
    for node <- ending.nodes do
      val left = Files.list(node.folder.data)
      try assertEquals(left.count, 0L)
      finally left.close()

  /** Ends the broker in a suite without an ending test. */
  def close(): Unit =
    running.orNone.foreach(_.purge())
    unwatched()

  /** The listeners for other machines since the start. */
  private def unwatched(): List[String] =
    watch.orNone.fold(Nil) { watching =>
      watching.close()
      watch = null
      watching.found
    }

  /** A protocol for the contracts; `can` says whether broker and driver have a capability. */
  def subject(name: String, can: String => Boolean, stays: Boolean = true): DriverContract.Subject =
    new DriverContract.Subject:
      override def staysAtItsAddress: Boolean = stays
      val label: String = s"${spec.name} ($name)"
      val protocol: Protocol = spoken.toMap.apply(name)
      def endpoint: Endpoint = BrokerUnderTest.this.endpoint(name)
      override def destinations: List[String] = BrokerUnderTest.destinations(name)
      override def mostHeld(prefetch: Int): Int =
        if BrokerUnderTest.keepNextLot(spec.name) then 2 * prefetch else prefetch
      override def prefetchEndsWithAck: Boolean = name == "stomp"
      override def claims: List[ClaimsContract.Claim] =
        for
          protocol <- spec.protocol(name).toList
          (word, because) <- spec.cannot(name)
          hangs = protocol.lacks.exists(l => l.hangs && l.capability == word && l.because == because)
        yield ClaimsContract.Claim(word, hangs)
      // brokers for calibration store no messages for redelivery or reordering
      def supports(capability: String): Boolean =
        can(capability) && !(spec.calibration && BrokerUnderTest.keeping(capability))

object BrokerUnderTest:
  private lazy val isGrouped: Boolean = SchedulingGroup.join()

  final class Missing(name: String, why: String) extends AssertionError(s"$name: $why"), NoStackTrace

  private val LimitNanos = Nanos.ofSeconds(50).value
  private val PauseMs = 20L
  private val keeping =
    Set("ack_client", "ack_individual", "prefetch", "selector", "durable", "priority")

  /** Listen on all addresses for 100 ms to reserve a port number; no setting prevents it. */
  private val listenForAMoment = Set("apollo")

  /** Prepare as many messages again for a consumer. */
  private val keepNextLot = Set("apollo")

  private def destinations(protocol: String): List[String] =
    DriverContract.destinations(s"contract_$protocol")
