package shootout.queue

/** A connection for what is asked beside the clients: opened when it is needed, and anew when it is lost. From any thread.
  *
  * @param serves
  *   whether it is still of use
  */
private[queue] final class CommonConnection[C](open: => C, serves: C => Boolean, end: C => Unit):
  private var opened = Option.empty[C]

  def get: C = ask(identity)

  /** Asks one thing at a time. */
  def ask[A](question: C => A): A = synchronized {
    val connection = opened.filter(serves).getOrElse(open)
    opened = Some(connection)
    question(connection)
  }

  def close(): Unit = synchronized(opened.foreach(end))
