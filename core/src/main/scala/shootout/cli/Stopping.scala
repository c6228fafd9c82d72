package shootout.cli

import sun.misc.{Signal, SignalHandler}

/** Ctrl-C and SIGTERM: the run is asked to stop, and ends in its own order (load, results, brokers, report). */
final class Stopping(say: String => Unit):
  @volatile private var asked = false
  @volatile private var reaction: () => Unit = () => ()

  def requested: Boolean = asked

  /** What to do besides, at once; at most one thing. */
  def onRequest(body: () => Unit): Unit =
    reaction = body
    if asked then body()

  private def request(): Unit =
    if !asked then
      asked = true
      say("Stopping: the load ends, brokers are stopped, results are kept ...")
      reaction()

  private val handler: SignalHandler = _ => request()
  for name <- List("INT", "TERM") do Signal.handle(Signal(name), handler)

  /** Stops when the process that started this one is gone, for nobody would see the results. */
  def withParent(): this.type =
    ProcessHandle.current.parent.ifPresent(parent => parent.onExit.thenRun(() => request()))
    this

object Stopping:
  /** Exit status of a run that was stopped: 128 + SIGINT, as shells have it. */
  val Status = 130
