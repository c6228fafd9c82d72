package shootout.driver

import shootout.units.DestinationType

import scala.collection.mutable
import scala.util.Try

/** After SIGKILL and a restart, a broker has exactly the persistent messages that it confirmed. All protocols share one
  * kill. Not for the durability class memory: such brokers promise nothing, and Apollo moves even non-persistent
  * messages of an unread queue to its store.
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
    Load("non-persistent messages", "non_persistent", 100, 4096, s => s),
    Load("synchronous messages", "persistent", 20, 1000, _.copy(persistent = true, confirm = true)),
    Load("pipelined messages", "async_send", 50, 1000, _.copy(persistent = true, confirm = true, pipelined = true)),
    Load("committed messages", "persistent_transaction", 20, 1000, _.copy(persistent = true, transacted = true))
  )
  private val id = Stamp.producer(7, 3)
  private val sent = mutable.Map.empty[(String, Load), Try[DestinationName]]

  /** The messages received so far. A retried test does not get them again. */
  private val came = mutable.Map.empty[DestinationName, mutable.ListBuffer[Long]]

  suite.test(s"$name: restarts after a kill under load"):
    for load <- loads; subject <- subjects if supports(subject, load) do
      sent(subject.label -> load) = Try(send(subject, load))
    broker.killer.kill()
    assertEquals(broker.killer.restart(), Right(()))

  for subject <- subjects; load <- loads do
    val outcome = if load.persistent then "survive" else "are gone"
    suite.test(s"${subject.label}: after a kill, ${load.what} $outcome"):
      assume(supports(subject, load), "the broker does not promise this")
      val queue = sent.getOrElseUpdate(subject.label -> load, killed(subject, load))
        .fold(e => fail(s"could not be sent: $e"), identity)
      val expected = if load.persistent then sequences(load.count) else Nil
      // a message that one consumer misses is not lost: the next one may get it
      val found = Iterator.continually(left(subject, queue)).take(SurvivalContract.Looks).find(_ == expected)
        .getOrElse(left(subject, queue))
      assert(found == expected, s"${found.size} of ${load.count} are there: ${found.take(SurvivalContract.Shown)}")

  /** A retried test sends and kills again. */
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
    val spec =
      load.spec(SurvivalContract.base).copy(targets = Vector(queue), bodyBytes = Some(load.bytes))
    val producer = Probe.producer(session, spec).sendAll(load.count, id, load.bytes)
    if spec.transacted then producer.endTransaction(commit = true)
    if spec.confirm then assertEquals(producer.confirmations(load.count).size, load.count)
    producer.close()
    queue
  }

  /** The messages ahead of one that is sent now. */
  private def left(subject: DriverContract.Subject, queue: DestinationName): List[Long] =
    withSession(subject) { session =>
      val spec = SurvivalContract.base.copy(targets = Vector(queue), bodyBytes = Some(20))
      val last = Stamp.producer(7, 4)
      Probe.producer(session, spec, "l").sendAll(1, last, 20).close()
      val receive = ReceiveSpec(queue, shootout.scenario.Ack.Auto, None, None, None, Nil)
      val consumer = Probe.consumer(session, receive)
      val found = came.getOrElseUpdate(queue, mutable.ListBuffer.empty)
      Iterator
        .continually(consumer.receive(1).headOption.getOrElse(fail("the last message never arrived")))
        .takeWhile(_.producer != last)
        .foreach { message =>
          assert(message.intact, "a damaged message arrived")
          found += message.sequence
        }
      consumer.close()
      // messages that a failed attempt did not acknowledge are redelivered, and later
      found.toList.distinct.sorted
    }

object SurvivalContract:
  /** Capabilities that only a kill can test. Survival by luck refutes no claim, so their claims are not tested. */
  val words: Set[String] = Set("persistent_transaction")

  private val Shown = 10
  private val Looks = 2
  private val base = SendSpec(Vector.empty, persistent = false, confirm = false, Nil, None)
