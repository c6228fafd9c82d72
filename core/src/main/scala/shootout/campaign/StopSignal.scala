package shootout.campaign

import sun.misc.{Signal, SignalHandler}

import scala.collection.mutable

/** Handles Ctrl-C, SIGTERM, and a closed terminal. They ask the run to stop, and it ends in order (workload, results,
  * brokers, report). The same signal a second time stops it at once.
  *
  * Ctrl-C on a terminal reaches every process of the run. Another signal reaches only the front process, which passes
  * it on as SIGTERM. One request may therefore arrive as two signals, and only two of the same kind count as a second
  * request.
  */
final class StopSignal:
  private val received = mutable.Map.empty[String, Int].withDefaultValue(0)
  private var interruptible = Option.empty[Thread]
  @volatile private var asked = false
  @volatile private var reaction: Boolean => Unit = _ => ()

  def requested: Boolean = asked

  /** Sets what to do with every request, and does it now if there was one. The function gets true if the run must stop
    * at once.
    */
  def onRequest(body: Boolean => Unit): Unit =
    reaction = body
    if asked then body(false)

  /** Runs something long that can be abandoned: a download, or the start of a broker.
    *
    * @return
    *   none if the run is asked to stop before the end; an error after that is a consequence
    */
  def unlessStopped[A](body: => A): Option[A] =
    val entered = synchronized {
      interruptible = Option.unless(asked)(Thread.currentThread)
      interruptible.isDefined
    }
    if !entered then None
    else
      try Some(body).filterNot(_ => asked)
      catch case _: InterruptedException if asked => None
      finally
        synchronized {
          interruptible = None
          Thread.interrupted()
        }

  /** The process that started this one is gone, so the results have no use any more. */
  def parentEnded(): Unit = request("the parent's end")

  private def request(from: String): Unit =
    val (first, again) = synchronized {
      received(from) += 1
      val first = !asked
      asked = true
      interruptible.foreach(_.interrupt())
      (first, received(from) > 1)
    }
    if first || again then reaction(again)

  private val handler: SignalHandler = signal => request(signal.getName)
  for name <- List("INT", "TERM", "HUP") do Signal.handle(Signal(name), handler)
