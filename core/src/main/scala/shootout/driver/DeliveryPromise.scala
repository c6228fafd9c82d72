package shootout.driver

import shootout.units.{Confirmation, DeliveryOrder, Redelivery}

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
