package shootout.queue.sqs

import software.amazon.awssdk.services.sqs.SqsAsyncClient
import software.amazon.awssdk.services.sqs.model.*
import shootout.driver.{Confirmations, ReceiveSpec, SendSpec, StampedBody}
import shootout.queue.{HoldingReceiver, InFlight, QueueSender, Waiting}

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.{ArrayDeque, ArrayList, Base64}
import java.util.concurrent.{CompletableFuture, TimeUnit}
import java.util.concurrent.locks.LockSupport

/** The sending half of a client. What it is handed together goes in requests of up to ten messages, several of them at
  * a time. Publisher confirms arrive in threads of the library.
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
      inFlight.over(1)
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

/** The receiving half of a client. It makes one request at a time, and the next one while the messages of the last one
  * are processed.
  */
private[sqs] final class SqsReceiver(
    client: SqsAsyncClient,
    url: String,
    receive: ReceiveSpec,
    failed: Throwable => Unit
) extends HoldingReceiver[Message](receive):
  private val most = math.min(receive.batch.getOrElse(SqsReceiver.Together), SqsReceiver.Together)
  private val request = ReceiveMessageRequest.builder().queueUrl(url).maxNumberOfMessages(most)
    .waitTimeSeconds(SqsReceiver.WaitS).build()
  private val handles = SqsHandles(client, url, failed)

  private var askedOrNull: CompletableFuture[ReceiveMessageResponse] | Null = null

  def poll(nanos: Long): Int =
    val asked = ask()
    if !asked.isDone then LockSupport.parkNanos(this, nanos)
    if came.isEmpty && asked.isDone then
      askedOrNull = null
      came.addAll(Waiting.answer(asked).messages)
      ask(): Unit
    came.size

  /** Returns the request that is under way, or starts a new one. */
  private def ask(): CompletableFuture[ReceiveMessageResponse] =
    val there = askedOrNull
    if there != null then there
    else
      val me = Thread.currentThread
      val asked = client.receiveMessage(request)
      askedOrNull = asked
      asked.whenComplete((_, _) => LockSupport.unpark(me))
      asked

  def next(): Array[Byte] =
    val message = take()
    if automatic && came.isEmpty then acceptAll()
    SqsBody.bytes(message.body)

  protected def accept(message: Message): Unit = handles.delete(message)
  override protected def acceptAll(): Unit = handles.deleteAll(unacknowledged)

  /** Gives what is not acknowledged to other receivers at once. */
  def close(unsubscribe: Boolean): Unit =
    if automatic then acceptAll()
    val last = askedOrNull
    askedOrNull = null
    if last != null then came.addAll(Waiting.answer(last).messages)
    handles.settle()
    unacknowledged.addAll(came)
    came.clear()
    handles.giveBack(unacknowledged)

  /** Cancels the request. Messages that it still brings are redelivered after the visibility timeout. */
  override def cut(): Unit =
    val last = askedOrNull
    askedOrNull = null
    if last != null then last.cancel(true): Unit

private[sqs] object SqsReceiver:
  val WaitS = 1

  /** The most messages of a request, which SQS limits. */
  private val Together = 10

/** Ends messages that a receiver has: they are deleted, which acknowledges them, or given back. Deletions go in
  * requests of up to ten. A request that is not full waits for the one before it, so that later acknowledgements go
  * along.
  *
  * @param failed
  *   called by a thread of the library with the cause of a deletion that failed
  */
private[sqs] final class SqsHandles(client: SqsAsyncClient, url: String, failed: Throwable => Unit):
  private val lock = Object()
  private val gathered = ArrayDeque[Message]()
  private var underWay = 0
  private var broken = false

  /** Deletes the messages, and empties what it is given. */
  def deleteAll(messages: ArrayDeque[Message]): Unit =
    lock.synchronized(gathered.addAll(messages))
    messages.clear()
    go()

  def delete(message: Message): Unit =
    lock.synchronized(gathered.add(message))
    go()

  @annotation.tailrec
  private def go(): Unit =
    val entries = lock.synchronized(nextRequest())
    if !entries.isEmpty then
      val request = DeleteMessageBatchRequest.builder().queueUrl(url).entries(entries).build()
      client.deleteMessageBatch(request).whenComplete((response, failure) => done(response, failure))
      go()

  /** The entries of the next request. They are empty if there is nothing to delete, or if it has to wait. */
  private def nextRequest(): ArrayList[DeleteMessageBatchRequestEntry] =
    val entries = ArrayList[DeleteMessageBatchRequestEntry](SqsHandles.Together)
    if !broken && !gathered.isEmpty && (underWay == 0 || gathered.size >= SqsHandles.Together) then
      underWay += 1
      while entries.size < SqsHandles.Together && !gathered.isEmpty do
        val id = SqsHandles.ids(entries.size)
        entries.add(
          DeleteMessageBatchRequestEntry.builder().id(id).receiptHandle(gathered.poll().receiptHandle).build()
        )
    entries

  private def done(response: DeleteMessageBatchResponse, failure: Throwable): Unit =
    val trouble = if failure != null then Some(Waiting.cause(failure)) else refused(response)
    trouble.foreach(failed)
    lock.synchronized {
      underWay -= 1
      broken = broken || trouble.isDefined
      lock.notifyAll()
    }
    go()

  /** The cause, if the service refused a deletion. A message whose time was over has another handle by now. It is
    * redelivered, as the promise allows.
    */
  private def refused(response: DeleteMessageBatchResponse): Option[Throwable] =
    var trouble: Option[Throwable] = None
    response.failed.forEach { entry =>
      if !SqsHandles.late(entry.code) then
        trouble = Some(IOException(s"a message could not be deleted: ${entry.code}, ${entry.message}"))
    }
    trouble

  /** Returns when all deletions are done. */
  def settle(): Unit =
    val limit = System.nanoTime() + SqsHandles.Patience
    lock.synchronized {
      while !broken && (underWay > 0 || !gathered.isEmpty) && System.nanoTime() - limit < 0 do
        lock.wait(SqsHandles.StepMs)
    }

  /** Gives messages to other receivers at once. It waits for the service, and empties what it is given. */
  def giveBack(messages: ArrayDeque[Message]): Unit =
    while !messages.isEmpty do
      val entries = ArrayList[ChangeMessageVisibilityBatchRequestEntry](SqsHandles.Together)
      while entries.size < SqsHandles.Together && !messages.isEmpty do
        val id = SqsHandles.ids(entries.size)
        entries.add(
          ChangeMessageVisibilityBatchRequestEntry.builder().id(id).receiptHandle(messages.poll().receiptHandle)
            .visibilityTimeout(0).build()
        )
      val request = ChangeMessageVisibilityBatchRequest.builder().queueUrl(url).entries(entries).build()
      Waiting.answer(client.changeMessageVisibilityBatch(request)): Unit

private[sqs] object SqsHandles:
  private val Together = 10
  private val ids = Array.tabulate(Together)(_.toString)
  private val Patience = TimeUnit.SECONDS.toNanos(10)
  private val StepMs = 100L

  /** The error codes for a handle that is no longer the message's latest, or for a message that is gone. */
  private val late = Set("ReceiptHandleIsInvalid", "InvalidParameterValue", "MessageNotInflight")
