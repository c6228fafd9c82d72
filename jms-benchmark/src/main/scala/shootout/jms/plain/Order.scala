package shootout.jms.plain

import shootout.units.{Endpoint, Json}

/** What a plain client is asked to do: one producer and one consumer on a queue of their own. Also in
  * `shootout.calibrate.Order`, which writes it.
  *
  * @param window
  *   messages that may wait for the broker's confirmation; 0: none is asked for
  * @param listener
  *   the consumer is called back with each message, instead of asking for the next one
  * @param prefix
  *   in front of the queue's name
  * @param options
  *   of the connection, in the words of the vendor's connection URI
  * @param sendHeaders
  *   of each STOMP frame that is sent; `subscribeHeaders` alike
  * @param seconds
  *   that are measured, after `warmUpS`
  * @param drainS
  *   for messages that are still in the broker then, at most
  */
private final case class Order(
    protocol: String,
    host: String,
    port: Int,
    login: String,
    passcode: String,
    queue: String,
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
    drainS: Double
) derives Json.ReadWriter:
  def endpoint: Endpoint = Endpoint(host, port, Some(login), Some(passcode), None)

/** What came of it.
  *
  * @param cpuUsPerMessage
  *   of this process, for each message sent and each received
  * @param sent
  *   from the first to the last; `received` alike, and `wrong`: those of another length
  * @param trouble
  *   why the other numbers mean nothing
  */
private final case class Answer(
    sentPerS: Double,
    receivedPerS: Double,
    cpuUsPerMessage: Double,
    sent: Long,
    received: Long,
    wrong: Long,
    trouble: Option[String]
) derives Json.ReadWriter

private object Answer:
  def trouble(reason: String): Answer = Answer(0, 0, 0, 0, 0, 0, Some(reason))
