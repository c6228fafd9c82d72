package shootout.host

import shootout.run.Clock
import shootout.units.Nanos
import sun.misc.{Signal, SignalHandler}

import scala.collection.mutable
import scala.jdk.OptionConverters.*

/** Ctrl-C, SIGTERM, or a terminal that was closed: the run is asked to stop, and ends in its own order (load, results,
  * brokers, report). The same signal a second time means: at once.
  *
  * Ctrl-C on a terminal reaches every process of the run, a signal to the front process only that one, which passes it
  * on as SIGTERM. So one wish may arrive as two signals, and only two of the same kind are a second wish.
  */
final class Stopping:
  private val received = mutable.Map.empty[String, Int].withDefaultValue(0)
  private var interruptible = Option.empty[Thread]
  @volatile private var asked = false
  @volatile private var reaction: Boolean => Unit = _ => ()

  private var parent = Option.empty[Long]

  def requested: Boolean = asked

  /** The same, but the end of the parent is looked for at once: what killed it may have killed a broker too. */
  def requestedByNow: Boolean = asked || orphaned

  /** What to do besides with every request, and now if there was one; told whether it is in a hurry. */
  def onRequest(body: Boolean => Unit): Unit =
    reaction = body
    if asked then body(false)

  /** Runs what may take long and can be given up: a download, the start of a broker.
    *
    * @return
    *   none if the run is asked to stop before the end; whatever went wrong then, went wrong for that reason
    */
  def givingUp[A](body: => A): Option[A] =
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

  /** Stops when the process that started this one is gone, for nobody would see the results. */
  def withParent(): this.type =
    // without /proc no parent is ever known
    parent = ChildJvm.parent.filter(_ => ProcessHandle.current.parent.isPresent)
    val watch = Thread(() =>
      while !orphaned do Clock.system.sleepUntil(Nanos(System.nanoTime() + Stopping.Look.value))
      request("the parent's end")
    )
    watch.setDaemon(true)
    watch.start()
    this

  /** A parent that was killed has its number until somebody asks how it ended, which in a container may be nobody; but its
    * children have another parent at once.
    */
  private def orphaned: Boolean = parent.exists(id => !ProcessHandle.current.parent.toScala.map(_.pid).contains(id))

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

object Stopping:
  /** Exit status of a run that was stopped: 128 + SIGINT, as shells have it. */
  val Status = 130

  private val Look = Nanos.ofMillis(300)
