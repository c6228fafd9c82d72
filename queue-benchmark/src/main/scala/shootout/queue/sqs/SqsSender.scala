package shootout.queue.sqs

import shootout.driver.{Confirmations, SendSpec, StampedBody}
import shootout.queue.{InFlight, QueueSender, Waiting}
import software.amazon.awssdk.services.sqs.SqsAsyncClient
import software.amazon.awssdk.services.sqs.model.{MessageAttributeValue, SendMessageBatchRequest}
import software.amazon.awssdk.services.sqs.model.{SendMessageBatchRequestEntry, SendMessageBatchResponse}
import software.amazon.awssdk.services.sqs.model.SendMessageRequest

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.{ArrayList, Base64}

/** The sending half of a client. What it is handed together goes in requests of up to ten messages, several of them at
  * a time. Only the client's thread may use it. Publisher confirms arrive in threads of the library.
  */
private[sqs] final class SqsSender(
    client: SqsAsyncClient,
    urls: Array[String],
    send: SendSpec,
    largestMessage: Int,
    confirmations: Confirmations
) extends QueueSender:
  /** Bodies are reused, because the library gets each as text. */
  private val bodies = StampedBody(reuse = true)
  private val attributes = java.util.HashMap[String, MessageAttributeValue]()
  for (name, value) <- send.headers do
    attributes.put(name, MessageAttributeValue.builder().dataType(SqsSender.Text).stringValue(value).build())
  private val attributeBytes = send.headers.map((name, value) => name.length + value.length + SqsSender.Text.length).sum

  private val inFlight = InFlight(SqsSender.Most, send, confirmations)

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    val most = together(bodyBytes)
    var sent = 0
    while sent < count do
      val part = math.min(most, count - sent)
      inFlight.begin()
      if part == 1 then one(urls(target), id, sequence + sent, stampNanos, bodyBytes)
      else several(urls(target), id, sequence + sent, part, stampNanos, bodyBytes)
      sent += part

  /** The number of messages in a request, which may have no more bytes than a message. */
  private def together(bodyBytes: Int): Int =
    val each = SqsBody.characters(bodyBytes) + attributeBytes
    math.max(1, math.min(SqsSender.Together, largestMessage / each))

  private def one(url: String, id: Int, sequence: Long, stampNanos: Long, bodyBytes: Int): Unit =
    val text = SqsBody.text(bodies(id, sequence, stampNanos, bodyBytes))
    val request = SendMessageRequest.builder().queueUrl(url).messageBody(text).messageAttributes(attributes).build()
    client.sendMessage(request).whenComplete { (_, failure) =>
      inFlight.end(sequence, 1, if failure == null then null else Waiting.cause(failure))
    }: Unit

  private def several(url: String, id: Int, first: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    val entries = ArrayList[SendMessageBatchRequestEntry](count)
    var n = 0
    while n < count do
      val text = SqsBody.text(bodies(id, first + n, stampNanos, bodyBytes))
      entries.add(SendMessageBatchRequestEntry.builder().id(SqsSender.ids(n)).messageBody(text).messageAttributes(
        attributes
      ).build())
      n += 1
    val request = SendMessageBatchRequest.builder().queueUrl(url).entries(entries).build()
    client.sendMessageBatch(request).whenComplete { (response, failure) =>
      if failure != null then confirmations.failed(Waiting.cause(failure)) else told(first, response)
      inFlight.over()
    }: Unit

  /** Reports each message of a batch, because some may be stored and others not. */
  private def told(first: Long, response: SendMessageBatchResponse): Unit =
    response.failed.forEach(e =>
      confirmations.failed(IOException(s"a message of a batch was refused: ${e.code}, ${e.message}"))
    )
    if send.confirm then response.successful.forEach(e => confirmations.confirmed(first + e.id.toInt))

  def flush(): Unit = inFlight.flush()
  def close(): Unit = inFlight.settle()

private[sqs] object SqsSender:
  /** The most requests of a client that are under way. */
  private val Most = 64

  /** The most messages in a request, which SQS limits. */
  private val Together = 10
  private val ids = Array.tabulate(Together)(_.toString)
  private val Text = "String"

/** Bodies as SQS carries them: as text, and so in Base64. */
private[sqs] object SqsBody:
  private val encoder = Base64.getEncoder
  private val decoder = Base64.getDecoder
  private val BytesIn = 3
  private val CharactersOut = 4

  def text(body: Array[Byte]): String = encoder.encodeToString(body)

  /** Decodes a body. Text that is not Base64 is returned as it is, so that the reader finds it damaged. */
  def bytes(text: String): Array[Byte] =
    try decoder.decode(text)
    catch case _: IllegalArgumentException => text.getBytes(ISO_8859_1)

  /** The number of characters for a body of this many bytes. */
  def characters(bytes: Int): Int = (bytes + BytesIn - 1) / BytesIn * CharactersOut

  /** The largest body whose text has at most this many characters. */
  def bytesIn(characters: Int): Int = characters / CharactersOut * BytesIn
