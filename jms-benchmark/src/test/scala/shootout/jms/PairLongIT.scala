package shootout.jms

import shootout.broker.RunningBroker
import shootout.driver.*
import shootout.jms.JmsSystems.{catalogue, drivers, home}
import shootout.result.{Sample, Status, WorkloadResult}
import shootout.engine.{Clock, Killer, LinkedState, Run, Watch}
import shootout.scenario.{Ack, Workload}
import shootout.units.{DestinationType, Nanos}

import scala.concurrent.duration.*

/** A live broker and its backup: no confirmed message is lost when the live one is killed under load, and clients fail over.
  *
  * The environment variable `SHOOTOUT_PAIRS` (`artemis/mapped,activemq/pair`) names other pairs.
  */
class PairLongIT extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val chosen = sys.env.get("SHOOTOUT_PAIRS").fold(Set("artemis/pair"))(_.split(',').toSet)
  private val id = Stamp.producer(7, 3)

  override def afterAll(): Unit = pairs.foreach(_.close())

  private val pairs =
    for spec <- catalogue if chosen(spec.name) && spec.nodes.exists(!_.serves) yield
      val spoken =
        for name <- spec.replicatedProtocols; driver <- drivers.find(_.protocol == name); section <- spec.protocol(name)
        yield name -> JmsSystems.protocol(driver, spec, section)
      val (name, protocol) = spoken.head
      val pair = BrokerUnderTest(spec, List(name -> protocol), home.resolve("target/test-pairs"))

      test(s"${spec.name}: a live node and its backup start and synchronize")(pair.start())

      test(s"${spec.name} ($name): no confirmed message is lost when the live node dies"):
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
        assert(pair.started.isAlive, "the backup counts as the broker")
        sender.sendAll(10, id, 100)
        assertEquals(sender.confirmations(10).size, 10)
        sender.close()
        val receive = ReceiveSpec(queue, Ack.Client, None, None, None, Nil, batch = Some(10))
        val consumer = Probe(session, ClientSpec("c", None, Some(receive))).connect()
        assertEquals(consumer.receive(20).map(_.sequence), List.tabulate(10)(_.toLong) ++ List.tabulate(10)(_.toLong))
        consumer.close()
        session.close()

      test(s"${spec.name}: the pair stops with all its processes and leaves no data")(pair.end())
      pair

  private def sending(session: Session, queue: DestinationName): Probe =
    val sends = SendSpec(Vector(queue), persistent = true, confirm = true, Nil, Some(100), batched = true)
    Probe(session, ClientSpec("p", Some(sends), None)).connect()

  /** The result of clients that send and receive in batches while one node of two is killed. */
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
    run.execute(load(subject.fresh(DestinationType.Queue).name), 1, LinkedState("pair", 1)).result

  private def watching(pair: RunningBroker): Watch = new Watch:
    def cancelled: Boolean = false
    def brokerAlive: Boolean = pair.isAlive
    def sampled(workload: Workload, sample: Sample): Unit = ()

  private def load(queue: String): Workload = JmsSystems.workload(s"""group: g
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
      |""".stripMargin)

private object PairLongIT:
  private val TakeOverLimit = 60.seconds
