package shootout.driver

import shootout.broker.BrokerSpec
import shootout.scenario.Ack
import shootout.units.{DeliveryOrder, DestinationType, Durability}

import scala.collection.mutable

/** One thing that a driver must do with a broker that has the capabilities in `needs`, named as in [[Needs]]. */
final case class Contract(name: String, needs: List[String], keep: Session => Unit)

abstract class ContractTests(suite: munit.FunSuite, subject: DriverContract.Subject) extends munit.Assertions:
  private val noted = mutable.ListBuffer.empty[Contract]
  private var listener = false
  protected val id: Int = Stamp.producer(7, 3)

  def contracts: List[Contract] = noted.toList

  protected def fresh(kind: DestinationType): DestinationName = subject.fresh(kind)
  protected def freshQueue(): DestinationName = fresh(DestinationType.Queue)

  /** In order of arrival, or of sequence if the broker promises no order. */
  protected def inOrder(seen: List[Seen]): List[Seen] =
    if subject.protocol.promise.order == DeliveryOrder.Unordered then seen.sortBy(_.sequence) else seen

  protected def getsInOrder(consumer: Probe, count: Int)(using munit.Location): Unit =
    assertEquals(inOrder(consumer.receive(count)).map(_.sequence), sequences(count))

  protected def areConfirmed(producer: Probe, count: Int)(using munit.Location): Unit =
    assertEquals(producer.confirmations(count).sorted, sequences(count))

  protected def sender(
      to: DestinationName,
      bytes: Option[Int] = Some(20),
      persistent: Boolean = false,
      confirm: Boolean = false
  ): SendSpec = SendSpec(Vector(to), persistent, confirm, Nil, bytes)

  protected def receiver(from: DestinationName, ack: Ack = Ack.Auto): ReceiveSpec =
    ReceiveSpec(from, ack, None, None, None, Nil, listener = listener)

  protected def contract(name: String, needs: String*)(body: Session => Unit): Unit =
    noted += Contract(name, needs.toList, body)
    whoCan(name, needs*):
      val session = subject.protocol.open(subject.endpoint)
      try body(session)
      finally session.close()

  /** Registers a contract twice: with consumers that poll and with listeners. */
  protected def bothWays(name: String, needs: String*)(body: Session => Unit): Unit =
    contract(name, needs*)(body)
    val listening = needs.collect { case "transaction" => "listener_transaction" }
    contract(s"by listener: $name", "listener" +: (needs ++ listening)*): session =>
      listener = true
      try body(session)
      finally listener = false

  /** A test that is skipped if the broker lacks one of `needs`. */
  protected def whoCan(name: String, needs: String*)(body: => Unit): Unit =
    suite.test(s"${subject.label}: $name"):
      assume(needs.forall(subject.supports), "the broker does not promise this")
      body

object AllContracts:
  def groups(suite: munit.FunSuite, subject: DriverContract.Subject): List[ContractTests] = List(
    DriverContract(suite, subject),
    AcknowledgeContract(suite, subject),
    BatchContract(suite, subject),
    MessageContract(suite, subject),
    SubscriptionContract(suite, subject),
    PrefetchContract(suite, subject)
  )

  def apply(
      suite: munit.FunSuite,
      spec: BrokerSpec,
      broker: BrokerUnderTest,
      subjects: List[DriverContract.Subject]
  ): Unit =
    for subject <- subjects do
      val contracts = groups(suite, subject).flatMap(_.contracts)
      ConfirmationContract(suite, subject)
      ClaimsContract(suite, subject, contracts)
    // brokers for calibration store nothing
    if !spec.calibration && spec.durability.is != Durability.Memory then
      SurvivalContract(suite, broker, spec.name, subjects)
