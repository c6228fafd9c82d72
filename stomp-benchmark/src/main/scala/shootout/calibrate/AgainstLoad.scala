package shootout.calibrate

/** A load that both sides can make: one producer and one consumer on a queue, the consumer acknowledging automatically.
  *
  * @param window
  *   messages that may wait for the broker's confirmation; 0: none is asked for
  * @param listener
  *   the consumer is called back with each message, instead of asking for the next one
  */
private final case class AgainstLoad(name: String, bytes: Int, persistent: Boolean, window: Int, listener: Boolean):
  /** What the clients of a protocol do otherwise than the load says. */
  def differs(protocol: String): String =
    if plainListens(protocol) && !listener then "both are called back, for the library's receive asks for each message"
    else ""

  /** Whether the plain client is called back, whatever the load says. */
  def plainListens(protocol: String): Boolean = listener || protocol == "rabbitmq"

private object AgainstLoad:
  private val small = AgainstLoad("20b_1a_1queue_1", 20, persistent = false, 0, listener = false)
  private def stored(window: Int) =
    AgainstLoad(s"1 KiB persistent, window $window", 1024, persistent = true, window, listener = false)

  /** What is asked for, each in the order of preference: the first that a client can do is measured. */
  val all: List[List[AgainstLoad]] =
    List(List(small), List(small.copy(listener = true)), List(stored(1000), stored(1)))

/** Our client and a plain one of the same library, with one broker.
  *
  * @param client
  *   name and version of the library
  */
private final case class Pairing(broker: String, protocol: String, client: String)
