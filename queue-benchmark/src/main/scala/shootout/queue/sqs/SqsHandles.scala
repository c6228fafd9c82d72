package shootout.queue.sqs

import software.amazon.awssdk.services.sqs.SqsAsyncClient
import software.amazon.awssdk.services.sqs.model.{
  ChangeMessageVisibilityBatchRequest,
  ChangeMessageVisibilityBatchRequestEntry,
  DeleteMessageBatchRequest,
  DeleteMessageBatchRequestEntry,
  DeleteMessageBatchResponse
}

import java.io.IOException
import java.util.concurrent.TimeUnit
import java.util.{ArrayDeque, ArrayList}

/** Messages that a receiver was given, and is done with: deleted, which is the acknowledgement, or given back. Deletions go in requests of
  * up to ten; one that is not full waits for the one before it, so that what is acknowledged meanwhile goes along.
  *
  * @param failed
  *   is told, by a thread of the library's, of a deletion that failed
  */
private[sqs] final class SqsHandles(client: SqsAsyncClient, url: String, failed: Throwable => Unit):
  private val lock = Object()
  private val gathered = ArrayDeque[String]()
  private var underWay = 0
  private var broken = false

  /** Empties what it is given. */
  def delete(handles: ArrayDeque[String]): Unit =
    lock.synchronized(gathered.addAll(handles))
    handles.clear()
    go()

  def delete(handle: String): Unit =
    lock.synchronized(gathered.add(handle))
    go()

  @annotation.tailrec
  private def go(): Unit =
    val entries = lock.synchronized(nextRequest())
    if !entries.isEmpty then
      val request = DeleteMessageBatchRequest.builder().queueUrl(url).entries(entries).build()
      client.deleteMessageBatch(request).whenComplete((response, failure) => done(response, failure))
      go()

  /** Empty: there is nothing, or it waits. */
  private def nextRequest(): ArrayList[DeleteMessageBatchRequestEntry] =
    val entries = ArrayList[DeleteMessageBatchRequestEntry](SqsHandles.Together)
    if !broken && !gathered.isEmpty && (underWay == 0 || gathered.size >= SqsHandles.Together) then
      underWay += 1
      while entries.size < SqsHandles.Together && !gathered.isEmpty do
        val id = SqsHandles.ids(entries.size)
        entries.add(DeleteMessageBatchRequestEntry.builder().id(id).receiptHandle(gathered.poll()).build())
    entries

  private def done(response: DeleteMessageBatchResponse, failure: Throwable): Unit =
    val trouble = if failure != null then Some(SqsClient.cause(failure)) else refused(response)
    trouble.foreach(failed)
    lock.synchronized {
      underWay -= 1
      broken = broken || trouble.isDefined
      lock.notifyAll()
    }
    go()

  /** A message whose time was over has another handle by now, and comes again, as the promise allows. */
  private def refused(response: DeleteMessageBatchResponse): Option[Throwable] =
    var trouble: Option[Throwable] = None
    response.failed.forEach { entry =>
      if !SqsHandles.late(entry.code) then
        trouble = Some(IOException(s"a message could not be deleted: ${entry.code}, ${entry.message}"))
    }
    trouble

  /** Returns when what was to be deleted is. */
  def settle(): Unit =
    val limit = System.nanoTime() + SqsHandles.Patience
    lock.synchronized {
      while !broken && (underWay > 0 || !gathered.isEmpty) && System.nanoTime() - limit < 0 do
        lock.wait(SqsHandles.StepMs)
    }

  /** Others may have them at once. Waits for the service; empties what it is given. */
  def giveBack(handles: ArrayDeque[String]): Unit =
    while !handles.isEmpty do
      val entries = ArrayList[ChangeMessageVisibilityBatchRequestEntry](SqsHandles.Together)
      while entries.size < SqsHandles.Together && !handles.isEmpty do
        val id = SqsHandles.ids(entries.size)
        entries.add(ChangeMessageVisibilityBatchRequestEntry.builder().id(id).receiptHandle(handles.poll())
          .visibilityTimeout(0).build())
      val request = ChangeMessageVisibilityBatchRequest.builder().queueUrl(url).entries(entries).build()
      SqsClient.done(client.changeMessageVisibilityBatch(request)): Unit

private[sqs] object SqsHandles:
  private val Together = 10
  private val ids = Array.tabulate(Together)(_.toString)
  private val Patience = TimeUnit.SECONDS.toNanos(10)
  private val StepMs = 100L

  /** What is said of a handle that is no longer the message's latest, or of a message that is gone. */
  private val late = Set("ReceiptHandleIsInvalid", "InvalidParameterValue", "MessageNotInflight")
