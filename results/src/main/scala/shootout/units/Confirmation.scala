package shootout.units

/** Who has a message when its send is confirmed. */
enum Confirmation:
  /** The broker, which is one. */
  case Broker

  /** The node that leads, and perhaps no other. */
  case Leader

  /** So many of the nodes that are in step that one may be lost. */
  case Replicas

object Confirmation:
  given Json.ReadWriter[Confirmation] = Json.wordCodec(Confirmation.values)
