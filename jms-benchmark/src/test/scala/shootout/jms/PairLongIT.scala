package shootout.jms

import shootout.broker.{Catalogue, RunningBroker}
import shootout.driver.{
  BrokerUnderTest,
  ClientSpec,
  DestinationName,
  Driver,
  DriverContract,
  Probe,
  ReceiveSpec,
  SendSpec,
  Session,
  Stamp
}
import shootout.yaml.Yaml
import shootout.result.{Sample, Status, WorkloadResult}
import shootout.engine.{Clock, Killer, LinkedState, Run, Watch}
import shootout.scenario.{Ack, Plan, PlanSettings, Profile, ScenarioFile, Workload}
import shootout.units.{DestinationType, Nanos}

import java.nio.file.Path
import java.util.ServiceLoader
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** A live broker and one that waits to take over: what was confirmed is there when the live one is killed under load, and clients go
  * over to the other one.
  *
  * The environment variable `SHOOTOUT_PAIRS` (`artemis/mapped,activemq/pair`) names others, each of which takes its time.
  */
class PairLongIT extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val home = Path.of(sys.props("shootout.home"))
  private val catalogue = Catalogue.read(home.resolve("brokers")).fold(p => fail(p.mkString("\n")), identity)
  private val drivers = ServiceLoader.load(classOf[Driver]).asScala.toList
  private val chosen = sys.env.get("SHOOTOUT_PAIRS").fold(Set("artemis/pair"))(_.split(',').toSet)
  private val id = Stamp.producer(7, 3)

  override def afterAll(): Unit = pairs.foreach(_.close())

  private val pairs =
    for spec <- catalogue if chosen(spec.name) && spec.nodes.exists(!_.serves) yield
      val spoken =
        for name <- spec.replicatedProtocols; driver <- drivers.find(_.protocol == name); section <- spec.protocol(name)
        yield name -> driver.speak(section.dialect, spec.cannot(name).toMap)
          .fold(p => fail(p.mkString("\n")), _.asInstanceOf[JmsProtocol])
      val (name, protocol) = spoken.head
      val pair = BrokerUnderTest(spec, List(name -> protocol), home.resolve("target/test-pairs"))

      test(s"${spec.name}: a live node and its backup start, and are in step")(pair.start())

      test(
        s"${spec.name} ($name): the live node dies under load: no confirmed message is lost, and who was connected goes on"
      ) {
        val subject = pair.subject(name, protocol.lack(_).isEmpty)
        val queue = subject.fresh(DestinationType.Queue)
        val session = protocol.open(pair.endpoint(name))
        val sender = sending(session, queue).sendAll(10, id, 100)
        assertEquals(sender.confirmations(10).size, 10)
        val result = killed(protocol, subject, pair.started)
        assertEquals(result.status, Status.Measured, result.reason)
        val crash = result.crash.get
        assert(crash.confirmed > 0, crash)
        assertEquals(crash.lostConfirmed, 0L, crash)
        assert(pair.started.isAlive, "one of two is a broker")
        sender.sendAll(10, id, 100)
        assertEquals(sender.confirmations(10).size, 10)
        sender.close()
        val receive = ReceiveSpec(queue, Ack.Client, None, None, None, Nil, batch = Some(10))
        val consumer = Probe(session, ClientSpec("c", None, Some(receive))).connect()
        assertEquals(consumer.receive(20).map(_.sequence), List.tabulate(10)(_.toLong) ++ List.tabulate(10)(_.toLong))
        consumer.close()
        session.close()
      }

      test(s"${spec.name}: it stops, with all its processes, and leaves no data")(pair.end())
      pair

  private def sending(session: Session, queue: DestinationName): Probe =
    val sends = SendSpec(Vector(queue), persistent = true, confirm = true, Nil, Some(100), batched = true)
    Probe(session, ClientSpec("p", Some(sends), None)).connect()

  /** Clients send and receive in batches, until one node of two is killed; the account is that of the other one. */
  private def killed(protocol: JmsProtocol, subject: DriverContract.Subject, pair: RunningBroker): WorkloadResult =
    val endpoint = subject.endpoint
    val killer = new Killer:
      def kill(): Unit = pair.kill(1)
      def restart(): Either[String, Unit] =
        val deadline = PairLongIT.TakeOverLimit.fromNow
        val answers = Iterator.continually(protocol.handshake(endpoint, Nanos.ofSeconds(5)))
        answers.takeWhile(answer => answer.isRight || deadline.hasTimeLeft()).find(_.isRight)
          .toRight("the backup did not take over").map(_ => ())
    val run = Run(protocol, endpoint, Clock.system, watching(pair), Some(killer))
    run.execute(workload(subject.fresh(DestinationType.Queue).name), 1, LinkedState("pair", 1)).result

  private def watching(pair: RunningBroker): Watch = new Watch:
    def cancelled: Boolean = false
    def brokerAlive: Boolean = pair.isAlive
    def sampled(workload: Workload, sample: Sample): Unit = ()

  private def workload(queue: String): Workload =
    val text = s"""group: g
                 |scenario:
                 |  id: pair
                 |  crash: true
                 |  warm_up: 1 s
                 |  samples: 3
                 |  sample_interval: 1 s
                 |  drain_timeout: 5 s
                 |  destinations: {type: queue, name: $queue}
                 |  producers: {count: 5, size: 100 B, mode: sync, batch: 10}
                 |  consumers: {count: 2, ack: client, batch: 10}
                 |""".stripMargin
    val plan = Yaml.parse("test.yaml", text).flatMap(ScenarioFile.parse)
      .flatMap(scenario => Plan.from(List(scenario), PlanSettings(Profile.Full)))
    plan.fold(problems => fail(problems.mkString), _.workloads.head)

private object PairLongIT:
  private val TakeOverLimit = 60.seconds
