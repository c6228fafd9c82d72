package shootout.jms.plain

/** A producer or a consumer, with a connection, which it has when it is made, and a thread of its own. */
private trait PlainClient:
  /** Takes messages, or sends as fast as it can, until [[Tally.receiving]] or [[Tally.sending]] is false. */
  def start(): Unit

  /** Once it is told to stop: returns when its connection is closed, after a producer's good-bye, so that the broker has taken all it sent. No
    * later than at `deadline`, by the monotonic clock: then the tally tells of it.
    */
  def end(deadline: Long): Unit

  /** Closes the connection at once. */
  def cut(): Unit

private object PlainClient:
  /** @return whether the thread has ended by then */
  def joined(thread: Thread | Null, deadline: Long): Boolean =
    if thread != null then thread.join(math.max(1, (deadline - System.nanoTime()) / 1_000_000))
    thread == null || !thread.isAlive

  def late(who: String): Exception = IllegalStateException(s"a plain $who did not end in time")

/** How clients are made for one order. */
private trait PlainLibrary:
  def producer(): PlainClient
  def consumer(): PlainClient
