package shootout.jms.nullpeer

/** A consumer, which may have so many messages unacknowledged.
  *
  * @param head
  *   of each MessageDispatch
  */
private final class OpenWireSubscription(
    peer: Peer,
    to: Destination,
    memory: Memory,
    head: Array[Byte],
    private var window: Int
) extends Subscription(to, memory):
  // dispatched and not acknowledged; of these, said to have reached the application; asked for one by one
  private var open = 0
  private var seen = 0
  private var asked = 0

  def ready: Boolean = (asked > 0 || open - seen < window) && peer.roomy

  def deliver(bytes: Array[Byte], from: Int, length: Int): Unit =
    if asked > 0 then asked -= 1
    open += 1
    remember(bytes, from, length)
    dispatch(bytes, from, length)

  private def dispatch(bytes: Array[Byte], from: Int, length: Int): Unit =
    val out = peer.output
    out.int(head.length + length + 4)
    out.put(head)
    out.put(bytes, from, length)
    out.int(0)

  /** The first so many open ones have reached the application: as many more may come. */
  def delivered(count: Int): Unit =
    seen = math.max(seen, count)
    pump()

  def acknowledged(count: Int): Unit =
    open = math.max(0, open - count)
    forget(count)
    seen = math.max(0, seen - count)
    pump()

  def prefetch(size: Int): Unit =
    window = size
    pump()

  /** The client waits for one message. @param timeout in milliseconds; -1: not at all; 0: for ever */
  def pull(timeout: Long): Unit =
    asked += 1
    pump()
    if asked > 0 then
      if timeout < 0 then nothing()
      else if timeout > 0 then peer.after(timeout)(if asked > 0 then nothing())

  private def nothing(): Unit =
    asked -= 1
    val out = peer.output
    out.int(head.length + 4)
    // with "no message" in place of its last byte
    out.put(head, 0, head.length - 1)
    out.byte(0)
    out.int(0)
