package shootout.campaign

import sun.misc.{Signal, SignalHandler}

import scala.collection.mutable

/** Ctrl-C, SIGTERM, or a terminal that was closed: the run is asked to stop, and ends in its own order (load, results,
  * brokers, report). The same signal a second time means: at once.
  *
  * Ctrl-C on a terminal reaches every process of the run, a signal to the front process only that one, which passes it
  * on as SIGTERM. So one wish may arrive as two signals, and only two of the same kind are a second wish.
  */
final class StopSignal:
  private val received = mutable.Map.empty[String, Int].withDefaultValue(0)
  private var interruptible = Option.empty[Thread]
  @volatile private var asked = false
  @volatile private var reaction: Boolean => Unit = _ => ()

  def requested: Boolean = asked

  /** What to do besides with every request, and now if there was one. The function learns whether it is in a hurry. */
  def onRequest(body: Boolean => Unit): Unit =
    reaction = body
    if asked then body(false)

  /** Runs what may take long and can be given up: a download, the start of a broker.
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

  /** The process that started this one is gone, and with it the use of all results. */
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
