package shootout.calibrate

import shootout.broker.BrokerSpec
import shootout.driver.ClientOrder
import shootout.input.Node
import shootout.stomp.Dialect
import shootout.units.{DestinationType, Endpoint}

import java.io.IOException

/** What both sides of a comparison are asked to do, with one broker over one protocol.
  *
  * @param seconds
  *   that are measured, after `warmUpS`
  */
private final class AgainstOrders(spec: BrokerSpec, protocol: String, seconds: Double, warmUpS: Double):
  private val dialect: Node.Mapping = spec.protocol(protocol).get.dialect

  /** The load alone, at no broker yet. */
  def template(load: AgainstLoad): ClientOrder = ClientOrder(
    spec.name,
    protocol,
    "",
    0,
    "",
    "",
    "against",
    load.bytes,
    load.persistent,
    load.window,
    load.listener,
    "",
    Nil,
    Nil,
    Nil,
    warmUpS,
    seconds,
    math.min(AgainstOrders.DrainS, AgainstOrders.Drains * seconds),
    kind = load.kind,
    producers = load.clients,
    consumers = load.clients
  )

  /** Where the broker is, and what it wants to hear. */
  def addressed(load: AgainstLoad, endpoint: Endpoint): ClientOrder =
    val at = template(load).copy(
      host = endpoint.host,
      port = endpoint.port,
      login = endpoint.login.getOrElse(""),
      passcode = endpoint.passcode.getOrElse("")
    )
    if protocol == "stomp" then stomp(at) else jms(at)

  private def stomp(order: ClientOrder): ClientOrder =
    val read = Dialect.read(dialect).fold(problems => throw IOException(problems.mkString("\n")), identity)
    val kind = if order.persistent then read.persistent else read.nonPersistent
    val addressing = read.addressing(order.kind)
    order.copy(
      prefix = addressing.prefix,
      sendHeaders = addressing.send ++ kind,
      subscribeHeaders = addressing.subscribe
    )

  private def jms(order: ClientOrder): ClientOrder =
    val texts = dialect.entries.collect { case (key, Node.Scalar(text, _)) => key.text -> text }.toMap
    val options = dialect.entries.collect {
      case (key, Node.Mapping(entries, _)) if key.text == "options" =>
        entries.collect { case (name, Node.Scalar(text, _)) => name.text -> text }
    }
    val key = if order.kind == DestinationType.Topic then "topic_prefix" else "queue_prefix"
    order.copy(prefix = texts.getOrElse(key, ""), options = options.flatten)

private object AgainstOrders:
  private val DrainS = 4.0

  /** Times as long as a measurement, if that is short. */
  private val Drains = 10

  /** A destination for each measurement of each side, by a name that every broker takes. */
  def destination(load: AgainstLoad, name: String, side: String): String =
    s"against_${load.name.replaceAll("[^A-Za-z0-9]+", "_")}_${load.receiving}_${name}_$side"
