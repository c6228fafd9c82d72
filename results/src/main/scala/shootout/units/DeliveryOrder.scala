package shootout.units

/** Which messages come in the order of their sending. */
enum DeliveryOrder:
  /** Those of one producer, to a subscriber of a topic and to the only consumer of a queue. */
  case Producer

  /** Those of one producer within a partition. */
  case Partition

  /** None. */
  case Unordered

object DeliveryOrder:
  given Json.ReadWriter[DeliveryOrder] = Json.wordCodec(DeliveryOrder.values)
