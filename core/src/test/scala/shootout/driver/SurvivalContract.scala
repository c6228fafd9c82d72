package shootout.driver

import shootout.units.DestinationType

import scala.collection.mutable
import scala.util.Try

/** What a broker still has after SIGKILL and a new start on its data: every persistent message that it confirmed, and no
  * other. All its protocols send before one kill, and look after it. Not for brokers of the durability class memory: they
  * promise nothing, and Apollo moves what waits in a queue that nobody reads to its store, persistent or not.
  */
final class SurvivalContract(
    suite: munit.FunSuite,
    broker: BrokerUnderTest,
    name: String,
    subjects: List[DriverContract.Subject]
) extends munit.Assertions:
  private final case class Load(what: String, need: String, count: Int, bytes: Int, spec: SendSpec => SendSpec):
    val persistent: Boolean = spec(SurvivalContract.base).persistent

  private val loads = List(
    Load("messages that are not persistent", "non_persistent", 100, 4096, s => s),
    Load("messages confirmed one by one", "persistent", 20, 1000, _.copy(persistent = true, confirm = true)),
    Load(
      "messages confirmed while others are on their way",
      "async_send",
      50,
      1000,
      _.copy(persistent = true, confirm = true, pipelined = true)
    ),
    Load(
      "messages of a committed transaction",
      "persistent_transaction",
      20,
      1000,
      _.copy(persistent = true, transacted = true)
    )
  )
  private val id = Stamp.producer(7, 3)
  private val sent = mutable.Map.empty[(String, Load), Try[DestinationName]]

  /** What came, also in a try that failed then: a second one does not get it again. */
  private val came = mutable.Map.empty[DestinationName, mutable.ListBuffer[Long]]

  suite.test(s"$name: is filled, killed, and started again") {
    for load <- loads; subject <- subjects if supports(subject, load) do
      sent(subject.label -> load) = Try(send(subject, load))
    broker.killer.kill()
    assertEquals(broker.killer.restart(), Right(()))
  }

  for subject <- subjects; load <- loads do
    val outcome = if load.persistent then "are there" else "are not stored"
    suite.test(s"${subject.label}: after a kill, ${load.what} $outcome") {
      assume(supports(subject, load), "the broker does not promise this")
      val queue = sent.getOrElseUpdate(subject.label -> load, killed(subject, load))
        .fold(e => fail(s"could not be sent: $e"), identity)
      val expected = if load.persistent then List.tabulate(load.count)(_.toLong) else Nil
      // what one consumer did not get is not lost: the next one may
      val found = Iterator.continually(left(subject, queue)).take(SurvivalContract.Looks).find(_ == expected)
        .getOrElse(left(subject, queue))
      assert(found == expected, s"${found.size} of ${load.count} are there: ${found.take(SurvivalContract.Shown)}")
    }

  /** A second try of one test has nothing of the first. */
  private def killed(subject: DriverContract.Subject, load: Load): Try[DestinationName] =
    val queue = Try(send(subject, load))
    broker.killer.kill()
    assertEquals(broker.killer.restart(), Right(()))
    queue

  private def supports(subject: DriverContract.Subject, load: Load) =
    subject.supports(load.need) && (load.need != "persistent_transaction" || subject.supports("transaction"))

  private def withSession[A](subject: DriverContract.Subject)(body: Session => A): A =
    val session = subject.protocol.open(subject.endpoint)
    try body(session)
    finally session.close()

  private def send(subject: DriverContract.Subject, load: Load): DestinationName = withSession(subject) { session =>
    val queue = subject.fresh(DestinationType.Queue)
    val spec = load.spec(SurvivalContract.base).copy(targets = Vector(queue), bodyBytes = Some(load.bytes))
    val producer = Probe(session, ClientSpec("p", Some(spec), None)).connect().sendAll(load.count, id, load.bytes)
    if spec.transacted then producer.endTransaction(commit = true)
    if spec.confirm then assertEquals(producer.confirmations(load.count).size, load.count)
    producer.close()
    queue
  }

  /** What comes before a message that is sent now. */
  private def left(subject: DriverContract.Subject, queue: DestinationName): List[Long] =
    withSession(subject) { session =>
      val spec = SurvivalContract.base.copy(targets = Vector(queue), bodyBytes = Some(20))
      val last = Stamp.producer(7, 4)
      Probe(session, ClientSpec("l", Some(spec), None)).connect().sendAll(1, last, 20).close()
      val receive = ReceiveSpec(queue, shootout.scenario.Ack.Auto, None, None, None, Nil)
      val consumer = Probe(session, ClientSpec("c", None, Some(receive))).connect()
      val found = came.getOrElseUpdate(queue, mutable.ListBuffer.empty)
      Iterator
        .continually(consumer.receive(1).headOption.getOrElse(fail("the last one never came")))
        .takeWhile(_.producer != last)
        .foreach { message =>
          assert(message.intact, "a damaged message came")
          found += message.sequence
        }
      consumer.close()
      // what a try that failed did not acknowledge comes again, and later
      found.toList.distinct.sorted
    }

object SurvivalContract:
  /** Claims that only a kill can try. What survives one by luck refutes nothing, so that they are not tried again. */
  val words: Set[String] = Set("persistent_transaction")

  private val Shown = 10
  private val Looks = 2
  private val base = SendSpec(Vector.empty, persistent = false, confirm = false, Nil, None)
