package shootout.broker

import shootout.units.{Endpoint, Sanitizer}

import RunningNode.each

import scala.concurrent.duration.*

/** A broker that was started, until it is stopped, killed or dies. It may be started again on the same data.
  *
  * @param nodes
  *   usually one
  * @param login
  *   the name and passcode with which clients log in
  */
final class RunningBroker private[broker] (
    val spec: BrokerSpec,
    val nodes: List[RunningNode],
    login: String,
    passcode: String,
    protocol: SpokenProtocol,
    options: StartOptions
):
  private val (serving, waiting) = nodes.partition(_.serves)

  /** The address of the protocol that it was started for. A restart does not change it. */
  val endpoint: Endpoint = endpoint(protocol)

  /** The address of another of its protocols. */
  def endpoint(of: SpokenProtocol): Endpoint = at(serving, of).copy(standby = waiting.map(_.address(of.port)))

  private def at(nodes: List[RunningNode], of: SpokenProtocol): Endpoint =
    val (host, port) = nodes.head.address(of.port)
    def known(word: String) = Option.when(of.logins)(word)
    Endpoint(host, port, known(login), known(passcode), None, others = nodes.tail.map(_.address(of.port)))

  /** Whether it runs: at least one node is alive, and none has ended unexpectedly. */
  def isAlive: Boolean = nodes.exists(_.isAlive) && !nodes.exists(_.hasDied)

  /** Every living process of the broker, its children and companions. */
  def pids: List[Long] = pidsOfNodes.flatten
  def pidsOfNodes: List[List[Long]] = nodes.map(_.pids)

  /** The last lines that the broker printed. If there are several nodes, each has its lines after its name. */
  def logTail(lines: Int): List[String] = logs(_.folder.logTail(lines))

  private def logs(of: RunningNode => List[String]): List[String] = nodes match
    case List(only) => quoted(of(only))
    case several =>
      several.flatMap { node =>
        s"--- node ${node.number}${if node.hasDied then ", which has ended by itself" else ""}:" :: quoted(of(node))
      }

  /** The length of each node's log. */
  def logBytes: List[Long] = nodes.map(_.folder.logSize)

  /** The last complaint in its log. If there are several nodes, it is the first node's that has one. None if nothing
    * was found.
    *
    * @param from
    *   an earlier value of [[logBytes]]; older text is skipped
    */
  def lastError(from: List[Long]): Option[String] =
    nodes.zip(from).iterator.flatMap(_.lastError(_)).nextOption.map(Sanitizer.line(_, List(passcode)))

  private def quoted(said: List[String]): List[String] = said.map(Sanitizer.line(_, List(passcode)))

  /** Asks the broker to stop, and kills what is left after [[StartOptions.stopWithin]]. Returns when all its processes
    * have ended. It does nothing if they ended before.
    */
  def stop(): Unit = synchronized {
    val within =
      if nodes.sizeIs == 1 then options.stopWithin else options.stopWithin.min(RunningBroker.stopTogetherWithin)
    together(_.stop(within))
  }

  private def together(end: RunningNode => Unit): Unit =
    val leaving = nodes.map(node => Thread(() => end(node)))
    leaving.foreach(_.start())
    leaving.foreach(_.join())
    nodes.foreach(_.kill())

  /** Sends SIGKILL to all its processes, as in a crash. Returns when they have ended. */
  def kill(): Unit = synchronized(nodes.foreach(_.kill()))

  /** Sends SIGKILL to one node. The others continue.
    *
    * @param number
    *   starts at 1
    */
  def kill(number: Int): Unit = synchronized(node(number).kill())

  /** Starts one node again on its data, ending it first if it still runs. */
  def restart(number: Int, ready: Endpoint => Boolean): Either[Unavailable, Unit] = synchronized {
    val one = node(number)
    one.stop(options.stopWithin)
    val deadline = options.readyWithin.fromNow
    one.begin(deadline, options.readyWithin).flatMap(_ => answers(one, deadline, ready)).left.map(failure)
  }

  /** Starts it again with the same ports, configuration and data, ending it first if it still runs. */
  def restart(ready: Endpoint => Boolean): Either[Unavailable, Unit] = synchronized {
    stop()
    form(ready, fresh = false)
  }

  /** Ends it without waiting for what it would still write, because that is thrown away. It then deletes its data and
    * configuration, and checks that nothing is left.
    */
  def purge(): Unit =
    synchronized(together(_.abandon()))
    nodes.foreach(_.folder.purge())

  /** Its actual configuration: the command, the rendered templates, and the files that it wrote for itself. */
  def effectiveConfiguration: List[EffectiveFile] = nodes match
    case List(only) => only.effectiveConfiguration
    case several =>
      val each = several.map { node =>
        val all = node.effectiveConfiguration
        val files = all.tail.map(file => file.copy(name = s"node-${node.number}/${file.name}"))
        (s"# node ${node.number}\n${all.head.text}", files)
      }
      EffectiveFile("command", each.map(_._1).mkString("\n")) :: each.flatMap(_._2)

  /** Whether one of its ports belongs to another process, or did when it started. Call it when none of its own
    * processes runs.
    */
  private[broker] def portTaken: Boolean = nodes.exists(_.portTaken)

  private[broker] def firstStart(ready: Endpoint => Boolean): Either[Unavailable, Unit] = synchronized {
    form(ready, fresh = true)
  }

  /** @param fresh
    *   true if the data are empty, so that one-time preparations run
    */
  private def form(ready: Endpoint => Boolean, fresh: Boolean): Either[Unavailable, Unit] =
    // The deadline counts from its first use, when something runs.
    lazy val deadline = options.readyWithin.fromNow
    val steps = List[RunningNode => Either[String, Unit]](
      node => if fresh then node.prepare(options.readyWithin) else Right(()),
      node => node.begin(deadline, options.readyWithin),
      node => answers(node, deadline, ready)
    )
    try
      val formed =
        if spec.topology.inTurn then each(nodes)(node => each(steps)(step => step(node)))
        else each(steps)(step => each(nodes)(step))
      val outcome = formed.flatMap(_ => if fresh then join(ready) else Right(())).left.map(failure)
      if outcome.isLeft then kill()
      outcome
    catch
      case e: Throwable =>
        kill()
        throw e

  /** Waits until a serving node answers, and until its log contains its ready text if it has one. A node that waits for
    * another to fail does not answer.
    */
  private def answers(node: RunningNode, deadline: Deadline, ready: Endpoint => Boolean): Either[String, Unit] =
    val answered = if node.serves then awaitReady(node, deadline)(ready(at(List(node), protocol))) else Right(())
    answered.flatMap { _ =>
      node.readyLog.fold(Right(()))(text => await(node, deadline, s"say '$text' in its log")(node.hasSaid(text)))
    }

  private def awaitReady(node: RunningNode, deadline: Deadline)(isReady: => Boolean): Either[String, Unit] =
    await(node, deadline, s"answer in ${protocol.name}")(isReady)

  private def await(node: RunningNode, deadline: Deadline, what: String)(isReady: => Boolean): Either[String, Unit] =
    RunningNode.await(deadline, node.late(what, options.readyWithin))(nodes.flatMap(_.trouble).headOption)(isReady)

  private def join(ready: Endpoint => Boolean): Either[String, Unit] =
    val commands = spec.topology.join
    if commands.isEmpty then Right(())
    else
      each(nodes.tail)(_.run(commands, options.readyWithin)).flatMap { _ =>
        awaitReady(nodes.head, options.readyWithin.fromNow)(ready(endpoint))
      }

  private def failure(reason: String): Unavailable =
    val logs = nodes.map(_.folder.log).mkString(", ")
    Unavailable(
      Sanitizer.line(reason, List(passcode)),
      s"read $logs",
      this.logs(_.freshLog(RunningBroker.failureLines))
    )

  private def node(number: Int): RunningNode =
    nodes.find(_.number == number).getOrElse(throw IllegalArgumentException(s"${spec.name} has no node $number"))

object RunningBroker:
  private val failureLines = 20

  /** When several nodes stop together, the last may wait for those that are already gone. */
  private val stopTogetherWithin = 10.seconds

  private[broker] val abandonWithin = 500.millis
