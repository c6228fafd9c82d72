package shootout.broker

import shootout.units.Sanitizer

import java.io.IOException
import java.nio.file.Files
import scala.concurrent.duration.*

/** A text that shows how a broker was configured. Passwords are masked. */
case class EffectiveFile(name: String, text: String)

/** One node of a broker that was started: its processes, folder, and ports. [[RunningBroker]] ensures that its methods
  * are called one at a time. A failure is described in words.
  *
  * @param title
  *   its name in messages
  */
final class RunningNode private[broker] (
    title: String,
    spec: NodeSpec,
    val folder: WorkFolder,
    variables: Variables,
    processes: OwnProcesses
):
  private val launch = spec.launch
  private val environment = launch.environment.map((name, value) => name -> render(value))
  private var server = Option.empty[ProcessTree]
  private var companions = List.empty[ProcessTree]
  private val logStart = folder.logSize
  private var beganAt = logStart

  export spec.{number, readyLog, serves}

  /** Whether its log contains the text since its start. */
  private[broker] def hasSaid(text: String): Boolean = folder.logTail(Int.MaxValue, beganAt).exists(_.contains(text))

  /** Host and port, by the port's name. */
  def address(port: String): (String, Int) = (Ports.loopback.getHostAddress, variables.ports.toMap.apply(port))

  /** Whether its process runs or is suspended. */
  def isAlive: Boolean = server.exists(_.isAlive)

  /** Whether its process has ended without being asked to. */
  def hasDied: Boolean = server.exists(!_.isAlive)

  /** Every living process, children and companions included. */
  def pids: List[Long] = (server.toList ++ companions).flatMap(_.pids)

  /** The last complaint in its log after the first `from` bytes. */
  private[broker] def lastError(from: Long): Option[String] =
    LogErrors.last(folder.logTail(RunningNode.searchedLines, from))

  /** The last lines that it printed since this object was created. */
  private[broker] def freshLog(lines: Int): List[String] = folder.logTail(lines, logStart)

  /** Runs the commands that fresh data need once. */
  private[broker] def prepare(limit: FiniteDuration): Either[String, Unit] = run(launch.prepare, limit)

  /** Runs commands to their end, one after the other. */
  private[broker] def run(commands: List[List[String]], limit: FiniteDuration): Either[String, Unit] =
    RunningNode.each(commands)(runToEnd(_, limit))

  /** Starts its companions and then the process itself, without waiting for the latter. */
  private[broker] def begin(deadline: Deadline, limit: FiniteDuration): Either[String, Unit] =
    try
      RunningNode.each(launch.companions)(beginCompanion(_, deadline, limit)).map { _ =>
        beganAt = folder.logSize
        server = Some(started(launch.start))
      }
    catch case e: IOException => Left(s"$title cannot be run: ${e.getMessage}")

  private def beginCompanion(companion: Companion, deadline: Deadline, limit: FiniteDuration): Either[String, Unit] =
    val tree = started(companion.command)
    companions ::= tree
    val what = s"accept connections to ${companion.command.head}"
    RunningNode.await(deadline, late(what, limit))(ended(tree))(Ports.accepts(address(companion.port)._2))

  /** Why it will never be ready. The call takes a moment. */
  private[broker] def trouble: Option[String] = server.flatMap(ended)

  /** Says that the time limit passed, in the words of [[trouble]]. */
  private[broker] def late(what: String, limit: FiniteDuration): String =
    s"$title did not $what within ${limit.toSeconds} s"

  private def ended(tree: ProcessTree): Option[String] =
    tree.awaitExit(RunningNode.pollInterval).map(status => s"$title ended with status $status before it was ready")

  /** Asks it to stop, and kills what is left after `within`. Returns when all its processes have ended. */
  private[broker] def stop(within: FiniteDuration): Unit =
    for tree <- server if tree.isAlive do
      // Ctrl-C may have ended its companions already. Without them, the command would fail, or start companions that
      // outlive us.
      val asked = launch.stop.filter(_ => companions.forall(_.isAlive)).map(runToEnd(_, within))
      if !asked.exists(_.isRight) || tree.awaitExit(within).isEmpty then tree.terminate(within)
    kill()

  /** Sends SIGTERM, and SIGKILL a moment later. The node can remove what it has outside of its folder. */
  private[broker] def abandon(): Unit =
    for tree <- server if tree.isAlive do tree.terminate(RunningBroker.abandonWithin)
    kill()

  /** Sends SIGKILL to all its processes. Returns when they have ended. */
  private[broker] def kill(): Unit =
    for tree <- server.toList ++ companions do
      tree.kill()
      processes.forget(tree)
    server = None
    companions = Nil
    // This ends children whose parent died before they were observed.
    ProcessMark.end(folder.work)

  /** Its actual configuration: the command, the rendered templates, its sources, and the files that it wrote for
    * itself.
    */
  private[broker] def effectiveConfiguration: List[EffectiveFile] =
    val settings = environment.map((name, value) => s"$name=$value")
    val commands = (launch.prepare :+ launch.start).map(_.map(render).mkString(" "))
    val files = (launch.sources ++ launch.templates ++ launch.configuration).distinct.filter(f =>
      Files.exists(folder.work.resolve(f))
    )
    val texts = EffectiveFile("command", (settings ++ commands).mkString("\n")) ::
      files.map(f => EffectiveFile(f, WorkFolder.beginning(folder.work.resolve(f), RunningNode.shownBytes)))
    texts.map(file => file.copy(text = Sanitizer.plain(file.text, List(variables.passcode))))

  /** Whether one of its ports belongs to another process, or did when it started. Call it when none of its own
    * processes runs.
    */
  private[broker] def portTaken: Boolean =
    variables.ports.exists((_, port) => !Ports.isFree(port)) ||
      freshLog(RunningNode.searchedLines).exists(RunningNode.addressInUse.findFirstIn(_).isDefined)

  private def started(command: List[String]): ProcessTree =
    processes.start(command.map(render), folder.work, environment, folder.log)

  private def runToEnd(command: List[String], limit: FiniteDuration): Either[String, Unit] =
    try
      val tree = started(command)
      try
        tree.awaitExit(limit) match
          case Some(0) => Right(())
          case Some(status) => Left(s"'${masked(command)}' ended with status $status")
          case None => Left(s"'${masked(command)}' did not end within ${limit.toSeconds} s")
      finally
        tree.kill()
        processes.forget(tree)
    catch case e: IOException => Left(s"'${masked(command)}' cannot be run: ${e.getMessage}")

  private def masked(command: List[String]): String =
    Sanitizer.masked(command.map(render).mkString(" "), List(variables.passcode))

  private def render(text: String): String = Template.checked(text, variables)

private[broker] object RunningNode:
  private val pollInterval = 50.millis
  private val searchedLines = 1000

  /** The limit for each file of its configuration. */
  private val shownBytes = 256 * 1024
  private val addressInUse = "(?i)address (is )?already in use|eaddrinuse".r

  /** Runs a step for each, up to the first that fails. */
  def each[A, E](all: List[A])(step: A => Either[E, Unit]): Either[E, Unit] =
    all.iterator.map(step).collectFirst { case Left(failure) => failure }.toLeft(())

  /** Polls for readiness.
    *
    * @param trouble
    *   why readiness will never come; the call takes a moment and blocks the polling
    */
  def await(
      deadline: Deadline,
      late: => String
  )(trouble: => Option[String])(isReady: => Boolean): Either[String, Unit] =
    var outcome = Option.empty[Either[String, Unit]]
    while outcome.isEmpty do
      outcome = trouble match
        case Some(reason) => Some(Left(reason))
        case None if isReady => Some(Right(()))
        case None => Option.when(deadline.isOverdue())(Left(late))
    outcome.get
