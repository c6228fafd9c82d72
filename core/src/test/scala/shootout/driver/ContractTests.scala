package shootout.driver

import shootout.broker.BrokerSpec
import shootout.scenario.Ack
import shootout.units.{DeliveryOrder, DestinationType, Durability}

import scala.collection.mutable

/** One thing that a driver must do with a broker that has the capabilities it needs, in the words of [[Needs]]. */
final case class Contract(name: String, needs: List[String], keep: Session => Unit)

/** What all contract tests share: short words for clients, and tests that a broker which lacks a capability skips. */
abstract class ContractTests(suite: munit.FunSuite, subject: DriverContract.Subject) extends munit.Assertions:
  private val noted = mutable.ListBuffer.empty[Contract]
  private var listener = false
  protected val id: Int = Stamp.producer(7, 3)

  /** Those that [[contract]] made, in their order. */
  def contracts: List[Contract] = noted.toList

  /** A destination that no other test uses. */
  protected def fresh(kind: DestinationType): DestinationName = subject.fresh(kind)

  /** As they came; where no order is promised, in that of their sequences. */
  protected def inOrder(seen: List[Seen]): List[Seen] =
    if subject.protocol.promise.order == DeliveryOrder.Unordered then seen.sortBy(_.sequence) else seen

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
    whoCan(name, needs*) {
      val session = subject.protocol.open(subject.endpoint)
      try body(session)
      finally session.close()
    }

  /** Once with consumers that ask for messages, as far as the library has two ways, and once with listeners. */
  protected def bothWays(name: String, needs: String*)(body: Session => Unit): Unit =
    contract(name, needs*)(body)
    val listening = needs.collect { case "transaction" => "listener_transaction" }
    contract(s"by listener: $name", "listener" +: (needs ++ listening)*) { session =>
      listener = true
      try body(session)
      finally listener = false
    }

  /** A test that a broker which lacks one of `needs` skips. */
  protected def whoCan(name: String, needs: String*)(body: => Unit): Unit =
    suite.test(s"${subject.label}: $name") {
      assume(needs.forall(subject.supports), "the broker does not promise this")
      body
    }

/** Holds a broker that was started, in every protocol that a module speaks, to everything that is asked of all. */
object AllContracts:
  /** What is asked of every driver and broker, by what it is about; a broker that lacks a capability is not asked for it. */
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
    // peers that only calibrate keep nothing
    if !spec.calibration && spec.durability.is != Durability.Memory then
      SurvivalContract(suite, broker, spec.name, subjects)
