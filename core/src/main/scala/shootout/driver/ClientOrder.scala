package shootout.driver

import shootout.units.{DestinationType, Endpoint, Json}

/** What a client process of a comparison is asked to do: producers and consumers on one destination of their own. One line of JSON goes to
  * the process, and one, a [[ClientAnswer]], comes back.
  *
  * @param broker
  *   its name in the catalogue
  * @param window
  *   messages of each producer that may wait for the broker's confirmation; 0: none is asked for; [[ClientOrder.AnyWindow]]: as many as the library lets go
  * @param listener
  *   consumers are called back with each message, instead of asking for the next one
  * @param prefix
  *   in front of the destination's name
  * @param options
  *   of the connection, in the words of the vendor's connection URI
  * @param sendHeaders
  *   of each STOMP frame that is sent; `subscribeHeaders` alike
  * @param seconds
  *   that are measured, after `warmUpS`
  * @param drainS
  *   for messages that are still in the broker after the measurement, at most
  * @param ackEvery
  *   messages that are acknowledged together; 0: automatically
  * @param prefetch
  *   none: as the library has it
  * @param batch
  *   messages that are taken in one call at most; none: as the library has it
  * @param kind
  *   of the destination: on a topic each consumer gets each message
  */
final case class ClientOrder(
    broker: String,
    protocol: String,
    host: String,
    port: Int,
    login: String,
    passcode: String,
    destination: String,
    bytes: Int,
    persistent: Boolean,
    window: Int,
    listener: Boolean,
    prefix: String,
    options: List[(String, String)],
    sendHeaders: List[(String, String)],
    subscribeHeaders: List[(String, String)],
    warmUpS: Double,
    seconds: Double,
    drainS: Double,
    ackEvery: Int = 0,
    prefetch: Option[Int] = None,
    batch: Option[Int] = None,
    kind: DestinationType = DestinationType.Queue,
    producers: Int = 1,
    consumers: Int = 1
) derives Json.ReadWriter:
  def endpoint: Endpoint = Endpoint(host, port, Some(login), Some(passcode), None)

  /** Deliveries that each message owes. */
  def copies: Int = if kind == DestinationType.Topic then consumers else 1

object ClientOrder:
  /** Only the library bounds what is in flight. */
  val AnyWindow: Int = Int.MaxValue

/** What came of it: rates over the measured seconds, counts from the first message to the last.
  *
  * @param cpuUsPerMessage
  *   of the client's process, for each message sent and each received
  * @param owed
  *   deliveries, for what was sent: on a topic one to each consumer
  * @param wrong
  *   received and damaged, doubled or not asked for
  * @param trouble
  *   why the other numbers mean nothing
  */
final case class ClientAnswer(
    sentPerS: Double,
    receivedPerS: Double,
    cpuUsPerMessage: Double,
    owed: Long,
    received: Long,
    wrong: Long,
    trouble: Option[String]
) derives Json.ReadWriter

object ClientAnswer:
  def trouble(reason: String): ClientAnswer = ClientAnswer(0, 0, 0, 0, 0, 0, Some(reason))
