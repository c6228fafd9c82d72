package shootout.calibrate

import shootout.units.{Endpoint, Json}

/** What a client process is asked to do: one producer and one consumer on a queue of their own, see
  * `shootout.jms.plain.Order`, which reads the same.
  *
  * @param broker
  *   its name in the catalogue
  * @param window
  *   messages that may wait for the broker's confirmation; 0: none is asked for
  * @param drainS
  *   for messages that are still in the broker after the measurement, at most
  */
private final case class Order(
    broker: String,
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

/** What came of it: rates over the measured seconds, counts from the first message to the last.
  *
  * @param cpuUsPerMessage
  *   of the client's process, for each message sent and each received
  * @param wrong
  *   received and damaged, doubled or not asked for
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
