package shootout.driver

/** What a protocol, as it is spoken with a broker, promises of messages. The audit judges by it: what it allows is counted, and
  * no fault.
  */
final case class DeliveryPromise(order: DeliveryOrder, redelivery: Redelivery, confirmation: Confirmation):
  /** Whether messages of one producer reach one consumer in their order, where each destination has so many partitions. */
  def keepsOrder(partitions: Int): Boolean = order match
    case DeliveryOrder.Producer => true
    case DeliveryOrder.Partition => partitions <= 1
    case DeliveryOrder.Unordered => false

object DeliveryPromise:
  /** Of a broker as STOMP and JMS see it. */
  val plain: DeliveryPromise =
    DeliveryPromise(DeliveryOrder.Producer, Redelivery.Unacknowledged, Confirmation.Broker)

/** Which messages come in the order of their sending. */
enum DeliveryOrder:
  /** Those of one producer, to a subscriber of a topic and to the only consumer of a queue. */
  case Producer

  /** Those of one producer within a partition. */
  case Partition

  /** None. */
  case Unordered

/** When a message may come again. */
enum Redelivery:
  /** If it was not acknowledged, and whoever had it is gone. */
  case Unacknowledged

  /** At any time: at least once is all that is promised, so that a change of consumers may bring it twice. */
  case AtLeastOnce

/** Who has a message when its send is confirmed. */
enum Confirmation:
  /** The broker, which is one. */
  case Broker

  /** The node that leads, and perhaps no other. */
  case Leader

  /** So many of the nodes that are in step that one may be lost. */
  case Replicas
