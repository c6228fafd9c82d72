package shootout.driver

import shootout.units.{DestinationType, Endpoint, Json}

/** What the clients of a comparison do with one destination. */
final case class ClientLoad(
    bytes: Int,
    persistent: Boolean = false,
    /** Messages of each producer that may wait for a publisher confirm; 0: none is asked for; [[ClientLoad.AnyWindow]]: the library decides. */
    window: Int = 0,
    /** Consumers are called back with each message, instead of asking for the next one. */
    listener: Boolean = false,
    /** On a topic each consumer gets each message. */
    kind: DestinationType = DestinationType.Queue,
    producers: Int = 1,
    consumers: Int = 1,
    /** Messages that are acknowledged together; 0: automatically. */
    ackEvery: Int = 0,
    /** None: as the library has it. */
    prefetch: Option[Int] = None,
    /** Messages that are taken in one call at most; none: as the library has it. */
    batch: Option[Int] = None
) derives Json.ReadWriter:
  /** Deliveries that each message owes. */
  def copies: Int = if kind == DestinationType.Topic then consumers else 1

object ClientLoad:
  /** Only the library bounds what is in flight. */
  val AnyWindow: Int = Int.MaxValue

/** One measurement that a client process is asked for. One line of JSON goes to the process, and one, a [[ClientAnswer]], comes back. */
final case class ClientOrder(
    /** Its name in the catalogue. */
    broker: String,
    protocol: String,
    host: String,
    port: Int,
    login: String,
    passcode: String,
    destination: String,
    load: ClientLoad,
    warmUpS: Double,
    seconds: Double,
    /** For messages that are still in the broker after the measurement, at most. */
    drainS: Double,
    /** In front of the destination's name. */
    prefix: String = "",
    /** Of the connection, in the words of the vendor's connection URI. */
    options: List[(String, String)] = Nil,
    /** Of each STOMP frame that is sent; `subscribeHeaders` alike. */
    sendHeaders: List[(String, String)] = Nil,
    subscribeHeaders: List[(String, String)] = Nil
) derives Json.ReadWriter:
  def endpoint: Endpoint = Endpoint(host, port, Some(login), Some(passcode), None)

/** What came of it: rates over the measured seconds, counts from the first message to the last. */
final case class ClientAnswer(
    sentPerS: Double,
    receivedPerS: Double,
    /** Of the client's process, for each message sent and each received. */
    cpuUsPerMessage: Double,
    /** Deliveries, for what was sent: on a topic one to each consumer. */
    owed: Long = 0,
    received: Long = 0,
    /** Received and damaged, duplicated or not asked for. */
    wrong: Long = 0,
    /** Why the other numbers mean nothing. */
    trouble: Option[String] = None
) derives Json.ReadWriter

object ClientAnswer:
  def trouble(reason: String): ClientAnswer = ClientAnswer(0, 0, 0, trouble = Some(reason))
