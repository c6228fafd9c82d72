package shootout.broker

import shootout.units.{Endpoint, Quoted}

import java.io.IOException
import java.nio.file.Files
import scala.concurrent.duration.*

/** A text that tells how a broker was configured; passwords are masked. */
case class ConfigurationFile(name: String, text: String)

/** A broker that was started, until it is stopped, killed or dies; it may be started again on the same data. */
final class RunningBroker private[broker] (
    val spec: BrokerSpec,
    folder: WorkFolder,
    variables: Variables,
    protocol: Protocol,
    options: StartOptions,
    processes: OwnProcesses
):
  private val launch = spec.launch
  private val environment = launch.environment.map((name, value) => name -> render(value))
  private var broker = Option.empty[ProcessTree]
  private var companions = List.empty[ProcessTree]
  private val logStart = folder.logSize

  /** Where the protocol that it was started for is spoken; the same after a restart. */
  val endpoint: Endpoint = endpoint(protocol)

  /** Where another of its protocols is spoken. */
  def endpoint(of: Protocol): Endpoint =
    Endpoint(Ports.loopback.getHostAddress, port(of.port), Some(variables.login), Some(variables.passcode), None)

  /** Whether the broker's process runs. */
  def isAlive: Boolean = broker.exists(_.isAlive)

  /** Every living process of the broker, its children and companions. */
  def pids: List[Long] = (broker.toList ++ companions).flatMap(_.pids)

  /** The last lines that the broker printed. */
  def logTail(lines: Int): List[String] = quoted(folder.logTail(lines))

  /** How long its log is. */
  def logBytes: Long = folder.logSize

  /** The last thing that it complained of in its log; none: nothing was found.
    *
    * @param from
    *   bytes; what stands before them is older
    */
  def lastError(from: Long): Option[String] =
    quoted(LogErrors.last(folder.logTail(RunningBroker.searchedLines, from)).toList).headOption

  private def quoted(said: List[String]): List[String] = said.map(Quoted.line(_, List(variables.passcode)))

  /** Asks the broker to stop, and kills what is left after [[StartOptions.stopWithin]]. Returns when all its processes
    * have ended; does nothing if they have.
    */
  def stop(): Unit = synchronized {
    for tree <- broker if tree.isAlive do
      // without its companions, which Ctrl-C may have ended already, the command would fail, or start some that outlive us
      val asked = launch.stop.filter(_ => companions.forall(_.isAlive)).map(runToEnd(_, options.stopWithin))
      if !asked.exists(_.isRight) || tree.awaitExit(options.stopWithin).isEmpty then tree.terminate(options.stopWithin)
    kill()
  }

  /** SIGKILL to all its processes, as in a crash. Returns when they have ended. */
  def kill(): Unit = synchronized {
    for tree <- broker.toList ++ companions do
      tree.kill()
      processes.forget(tree)
    broker = None
    companions = Nil
    // a child whose parent died before anybody saw it
    ProcessMark.end(folder.work)
  }

  /** Starts it again with the same ports, configuration and data, ending it first if it still runs. */
  def restart(ready: Endpoint => Boolean): Either[StartFailure, Unit] = synchronized {
    stop()
    startProcesses(ready)
  }

  /** Stops it, deletes its data and configuration, and checks that nothing is left. */
  def purge(): Unit =
    stop()
    folder.purge()

  /** How it was really configured: the command, the rendered templates, and the files that it wrote for itself. */
  def effectiveConfiguration: List[ConfigurationFile] =
    val settings = environment.map((name, value) => s"$name=$value")
    val commands = (launch.prepare :+ launch.start).map(_.map(render).mkString(" "))
    val files = (launch.templates ++ launch.configuration).distinct.filter(f => Files.exists(folder.work.resolve(f)))
    val texts = ConfigurationFile("command", (settings ++ commands).mkString("\n")) ::
      files.map(f => ConfigurationFile(f, WorkFolder.beginning(folder.work.resolve(f), RunningBroker.shownBytes)))
    texts.map(file => file.copy(text = Quoted.plain(file.text, List(variables.passcode))))

  /** Whether one of its ports is, or was when it started, somebody else's. To be asked when none of its own processes
    * runs.
    */
  private[broker] def portTaken: Boolean =
    variables.ports.exists((_, port) => !Ports.isFree(port)) ||
      folder.logTail(RunningBroker.searchedLines, logStart).exists(RunningBroker.addressInUse.findFirstIn(_).isDefined)

  private[broker] def firstStart(ready: Endpoint => Boolean): Either[StartFailure, Unit] = synchronized {
    val failed = launch.prepare.iterator.map(runToEnd(_, options.readyWithin)).collectFirst { case Left(f) => f }
    if failed.isDefined then kill()
    failed.toLeft(()).flatMap(_ => startProcesses(ready))
  }

  private def startProcesses(ready: Endpoint => Boolean): Either[StartFailure, Unit] =
    val deadline = options.readyWithin.fromNow
    try
      val outcome = startCompanions(deadline).flatMap { _ =>
        val tree = started(launch.start)
        broker = Some(tree)
        await(tree, deadline, s"answer in ${protocol.name}")(ready(endpoint))
      }
      if outcome.isLeft then kill()
      outcome
    catch
      case e: IOException =>
        kill()
        Left(failure(s"${spec.title} cannot be run: ${e.getMessage}"))
      case e: Throwable =>
        kill()
        throw e

  private def startCompanions(deadline: Deadline): Either[StartFailure, Unit] =
    launch.companions.foldLeft[Either[StartFailure, Unit]](Right(())) { (before, companion) =>
      before.flatMap { _ =>
        val tree = started(companion.command)
        companions ::= tree
        await(tree, deadline, s"accept connections to ${companion.command.head}")(Ports.accepts(port(companion.port)))
      }
    }

  /** Polls for readiness while watching the process. */
  private def await(tree: ProcessTree, deadline: Deadline, what: String)(
      isReady: => Boolean
  ): Either[StartFailure, Unit] =
    tree.awaitExit(RunningBroker.pollInterval) match
      case Some(status) => Left(failure(s"${spec.title} ended with status $status before it was ready"))
      case None if isReady => Right(())
      case None if deadline.isOverdue() =>
        Left(failure(s"${spec.title} did not $what within ${options.readyWithin.toSeconds} s"))
      case None => await(tree, deadline, what)(isReady)

  private def started(command: List[String]): ProcessTree =
    processes.start(command.map(render), folder.work, environment, folder.log)

  private def runToEnd(command: List[String], limit: FiniteDuration): Either[StartFailure, Unit] =
    try
      val tree = started(command)
      try
        tree.awaitExit(limit) match
          case Some(0) => Right(())
          case Some(status) => Left(failure(s"'${masked(command)}' ended with status $status"))
          case None => Left(failure(s"'${masked(command)}' did not end within ${limit.toSeconds} s"))
      finally
        tree.kill()
        processes.forget(tree)
    catch case e: IOException => Left(failure(s"'${masked(command)}' cannot be run: ${e.getMessage}"))

  private def failure(reason: String): StartFailure =
    val words = Quoted.line(reason, List(variables.passcode))
    StartFailure(words, s"read ${folder.log}", quoted(folder.logTail(RunningBroker.failureLines, logStart)))

  private def masked(command: List[String]): String =
    Quoted.masked(command.map(render).mkString(" "), List(variables.passcode))

  private def render(text: String): String = Template.checked(text, variables)

  private def port(name: String): Int = variables.ports.toMap.apply(name)

object RunningBroker:
  private val pollInterval = 50.millis
  private val failureLines = 20
  private val searchedLines = 1000

  /** Of each file of its configuration. */
  private val shownBytes = 256 * 1024
  private val addressInUse = "(?i)address (is )?already in use|eaddrinuse".r
