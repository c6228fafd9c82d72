package shootout.queue.sqs

import shootout.driver.ReceiveSpec
import shootout.queue.{HoldingReceiver, Waiting}
import software.amazon.awssdk.services.sqs.SqsAsyncClient
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest
import software.amazon.awssdk.services.sqs.model.{ChangeMessageVisibilityBatchRequestEntry, DeleteMessageBatchRequest}
import software.amazon.awssdk.services.sqs.model.{DeleteMessageBatchRequestEntry, DeleteMessageBatchResponse, Message}
import software.amazon.awssdk.services.sqs.model.{ReceiveMessageRequest, ReceiveMessageResponse}

import java.io.IOException
import java.util.{ArrayDeque, ArrayList}
import java.util.concurrent.{CompletableFuture, TimeUnit}
import java.util.concurrent.locks.LockSupport

/** The receiving half of a client. It makes one request at a time, and the next one while the messages of the last one
  * are processed. Only the client's thread may use it.
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
