package shootout.queue.sqs

import shootout.driver.ReceiveSpec
import shootout.queue.QueueReceiver
import shootout.scenario.Ack
import software.amazon.awssdk.services.sqs.SqsAsyncClient
import software.amazon.awssdk.services.sqs.model.{Message, ReceiveMessageRequest, ReceiveMessageResponse}

import java.util.ArrayDeque
import java.util.concurrent.CompletableFuture
import java.util.concurrent.locks.LockSupport

/** The receiving half of a client: one request at a time, and the next one while what the last one brought is worked on. In its thread
  * only.
  */
private[sqs] final class SqsReceiver(
    client: SqsAsyncClient,
    url: String,
    receive: ReceiveSpec,
    failed: Throwable => Unit
) extends QueueReceiver:
  private val most = math.min(receive.batch.getOrElse(SqsReceiver.Together), SqsReceiver.Together)
  private val automatic = receive.ack.isAutomatic
  private val request = ReceiveMessageRequest.builder().queueUrl(url).maxNumberOfMessages(most)
    .waitTimeSeconds(SqsReceiver.WaitS).build()
  private val handles = SqsHandles(client, url, failed)

  private var askedOrNull: CompletableFuture[ReceiveMessageResponse] | Null = null
  private val came = ArrayDeque[Message]()
  private val unacknowledged = ArrayDeque[String]()

  /** @return how many [[next]] will give */
  def poll(nanos: Long): Int =
    val asked = ask()
    if !asked.isDone then LockSupport.parkNanos(this, nanos)
    if came.isEmpty && asked.isDone then
      askedOrNull = null
      came.addAll(SqsClient.done(asked).messages)
      ask(): Unit
    came.size

  /** What is under way already, else a new request. */
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
    val message = came.poll()
    unacknowledged.add(message.receiptHandle)
    if automatic && came.isEmpty then handles.delete(unacknowledged)
    SqsBody.bytes(message.body)

  def acknowledge(): Unit =
    if receive.ack == Ack.Individual then
      val latest = unacknowledged.pollLast()
      if latest != null then handles.delete(latest)
    else if !automatic then handles.delete(unacknowledged)

  /** What is not acknowledged is for others, at once. */
  def close(unsubscribe: Boolean): Unit =
    if automatic then handles.delete(unacknowledged)
    val last = askedOrNull
    askedOrNull = null
    if last != null then came.addAll(SqsClient.done(last).messages)
    handles.settle()
    came.forEach(message => unacknowledged.add(message.receiptHandle))
    came.clear()
    handles.giveBack(unacknowledged)

  /** What a request brings whose sender is gone comes again after the visibility timeout. */
  override def cut(): Unit =
    val last = askedOrNull
    askedOrNull = null
    if last != null then last.cancel(true): Unit

private[sqs] object SqsReceiver:
  val WaitS = 1

  /** Messages that a request brings, as SQS limits them. */
  private val Together = 10
