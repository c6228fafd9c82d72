package shootout.calibrate

import shootout.broker.BrokerSpec
import shootout.driver.{ClientLoad, ClientOrder}
import shootout.yaml.Node
import shootout.stomp.Dialect
import shootout.units.{DestinationType, Endpoint}

import java.io.IOException
import java.nio.file.{FileSystems, Path}

/** A workload that both sides of a comparison run.
  *
  * @param settings
  *   settings that the name does not contain
  */
private final case class RivalLoad(name: String, load: ClientLoad, settings: String = ""):
  def receiving: String = if load.listener then "listener" else "receive"

  /** The destination of one measurement of one side, with a name that every broker accepts. */
  def destination(round: Int, side: String): String =
    s"against_${name.replaceAll("[^A-Za-z0-9]+", "_")}_${receiving}_${round}_$side"

  /** The order for this workload. The caller replaces its destination. */
  def order(spec: BrokerSpec, protocol: String, at: Endpoint, warmUpS: Double, seconds: Double): ClientOrder =
    val drainS = math.min(RivalLoad.DrainS, RivalLoad.Drains * seconds)
    val (login, passcode) = (at.login.getOrElse(""), at.passcode.getOrElse(""))
    val name = destination(0, "none")
    val order =
      ClientOrder(spec.name, protocol, at.host, at.port, login, passcode, name, load, warmUpS, seconds, drainS)
    val dialect = spec.protocol(protocol).get.dialect
    if protocol == RivalLoad.Stomp then stomp(order, dialect) else jms(order, dialect)

  private def stomp(order: ClientOrder, dialect: Node.Mapping): ClientOrder =
    val read = Dialect.read(dialect).fold(problems => throw IOException(problems.mkString("\n")), identity)
    val addressing = read.addressing(load.kind)
    val persistence = if load.persistent then read.persistent else read.nonPersistent
    order.copy(
      prefix = addressing.prefix,
      sendHeaders = addressing.send ++ persistence,
      subscribeHeaders = addressing.subscribe
    )

  private def jms(order: ClientOrder, dialect: Node.Mapping): ClientOrder =
    def texts(of: Node.Mapping) = of.entries.collect { case (key, Node.Scalar(text, _)) => key.text -> text }
    val options = dialect.entries.collect { case (key, m: Node.Mapping) if key.text == "options" => texts(m) }
    val key = if load.kind == DestinationType.Topic then "topic_prefix" else "queue_prefix"
    order.copy(prefix = texts(dialect).toMap.getOrElse(key, ""), options = options.flatten)

private object RivalLoad:
  val Stomp = "stomp"
  private val DrainS = 4.0

  /** The drain lasts at most this many times as long as the measurement. */
  private val Drains = 10

  private val small = ClientLoad(20)
  private val stored = ClientLoad(1024, persistent = true, window = 1000)

  /** All workloads that a plain loop can run, too. */
  val all: List[RivalLoad] = List(
    RivalLoad("20b_1a_1queue_1", small),
    RivalLoad("20b_1a_1queue_1", small.copy(listener = true)),
    RivalLoad("20b_10a_1topic_10", small.copy(kind = DestinationType.Topic, producers = 10, consumers = 10)),
    RivalLoad("20b_1p_1queue_1", small.copy(persistent = true, window = 1)),
    RivalLoad("1 KiB persistent, window 1000", stored)
  )

  /** The workloads whose names match a glob, or all without globs. Left: which globs match no name. */
  def chosen(of: List[RivalLoad], globs: List[String]): Either[List[String], List[RivalLoad]] =
    def fits(rivalLoad: RivalLoad, glob: String) =
      FileSystems.getDefault.getPathMatcher(s"glob:$glob").matches(Path.of(rivalLoad.name))
    val wrong = globs.filterNot(glob => of.exists(fits(_, glob)))
    if wrong.isEmpty then Right(of.filter(rivalLoad => globs.isEmpty || globs.exists(fits(rivalLoad, _))))
    else
      val names = of.map(_.name).distinct.mkString("; ")
      Left(wrong.map(glob => s"--loads: found '$glob', which fits none of: $names"))
