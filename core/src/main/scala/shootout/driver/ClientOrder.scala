package shootout.driver

import shootout.units.{DestinationType, Endpoint, Json}

/** The workload of a comparison on one destination. */
final case class ClientLoad(
    bytes: Int,
    persistent: Boolean = false,
    /** Messages of each producer that may wait for a publisher confirm. 0 asks for none, and [[ClientLoad.AnyWindow]]
      * leaves it to the library.
      */
    window: Int = 0,
    /** If true, the library calls consumers with each message. Otherwise they ask for the next one. */
    listener: Boolean = false,
    /** On a topic each consumer gets each message. */
    kind: DestinationType = DestinationType.Queue,
    producers: Int = 1,
    consumers: Int = 1,
    /** Messages that are acknowledged together; 0 to acknowledge automatically. */
    ackEvery: Int = 0,
    /** None for the library's default. */
    prefetch: Option[Int] = None,
    /** The most messages that are taken in one call; none for the library's default. */
    batch: Option[Int] = None
) derives Json.ReadWriter:
  /** How many deliveries each message owes. */
  def copies: Int = if kind == DestinationType.Topic then consumers else 1

object ClientLoad:
  /** Only the library limits the messages in flight. */
  val AnyWindow: Int = Int.MaxValue

/** One measurement that a client process is to take. The process gets one line of JSON, and answers with one, a
  * [[ClientAnswer]].
  */
final case class ClientOrder(
    /** The broker's name in the catalogue. */
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
    /** The time limit in seconds for messages that are still in the broker after the measurement. */
    drainS: Double,
    /** A prefix of the destination's name. */
    prefix: String = "",
    /** Options of the connection, in the words of the vendor's connection URI. */
    options: List[(String, String)] = Nil,
    /** Headers of each STOMP frame that is sent. `subscribeHeaders` are those of subscriptions. */
    sendHeaders: List[(String, String)] = Nil,
    subscribeHeaders: List[(String, String)] = Nil
) derives Json.ReadWriter:
  def endpoint: Endpoint = Endpoint(host, port, Some(login), Some(passcode), None)

/** The result of a measurement. Rates are over the measured seconds, counts from the first message to the last. */
final case class ClientAnswer(
    sentPerS: Double,
    receivedPerS: Double,
    /** CPU time of the client's process, for each message sent and each received, in microseconds. */
    cpuUsPerMessage: Double,
    /** Deliveries that the sent messages owe. On a topic each message owes one to each consumer. */
    owed: Long = 0,
    received: Long = 0,
    /** Messages that were damaged, duplicated or not asked for. */
    wrong: Long = 0,
    /** Why the other numbers have no meaning. */
    trouble: Option[String] = None
) derives Json.ReadWriter

object ClientAnswer:
  def trouble(reason: String): ClientAnswer = ClientAnswer(0, 0, 0, trouble = Some(reason))
