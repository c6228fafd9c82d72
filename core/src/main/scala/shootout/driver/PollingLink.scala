package shootout.driver

/** The objects of a library that blocks and is asked for messages, for one client of a [[PollingClient]]. Whatever it throws ends the
  * connection. All calls are made in the client's thread, but for [[interrupt]].
  */
trait PollingLink:
  /** Connects, and subscribes if the client is to receive; returns when the broker has confirmed both.
    *
    * @param confirmations
    *   of this connection: where the client's sends are confirmed, it is told of each
    */
  def open(confirmations: Confirmations): Unit

  /** Hands `count` messages with consecutive sequences to the library, as one if the client's spec is batched. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit

  /** Behind one or several sends, at the end of a turn. */
  def flush(): Unit

  /** Waits for messages.
    *
    * @return
    *   how many may be taken with [[next]] before the next call of this; 0 if none came within so many nanoseconds
    */
  def poll(nanos: Long): Int

  /** The body of the next one. */
  def next(): Array[Byte]

  /** Acknowledges the latest one that was taken, and under `Ack.Client` all before it; need not wait for the broker. */
  def acknowledge(): Unit

  /** Says good-bye; what was acknowledged counts, and the broker has processed what was sent.
    *
    * @param unsubscribe
    *   also ends a durable subscription
    */
  def close(unsubscribe: Boolean): Unit

  /** Ends the connection at once, if there is one. Throws nothing. */
  def cut(): Unit

  /** From any thread: a call that blocks ends soon. */
  def interrupt(): Unit
