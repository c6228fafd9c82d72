package shootout.queue.sqs

import shootout.driver.{DestinationName, DestinationSpec}
import shootout.queue.QueueAdmin
import software.amazon.awssdk.services.sqs.SqsAsyncClient
import software.amazon.awssdk.services.sqs.model.{
  CreateQueueRequest,
  DeleteQueueRequest,
  GetQueueUrlRequest,
  QueueAttributeName,
  QueueDoesNotExistException
}

import java.util.concurrent.locks.LockSupport
import java.util.concurrent.{ConcurrentHashMap, TimeUnit}

/** Makes and removes queues, for all clients of a session. From any thread; every call waits for the service.
  *
  * @param atOnce
  *   a queue that was made may be used at once; of the service itself, a second later
  */
private[sqs] final class SqsQueues(client: SqsAsyncClient, atOnce: Boolean) extends QueueAdmin:
  private val urls = ConcurrentHashMap[String, String]()

  /** Returns when the service has answered. */
  def hello(): Unit =
    val asked = GetQueueUrlRequest.builder().queueName("shootout_hello").build()
    unlessGone(SqsClient.done(client.getQueueUrl(asked)): Unit)

  /** Of the queue of this name, which is made unless it is there. */
  def url(name: String): String = urls.computeIfAbsent(name, made)

  protected def make(spec: DestinationSpec): Unit = url(spec.name.name): Unit

  private def made(name: String): String =
    val attributes = java.util.Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, SqsQueues.VisibilityS.toString)
    val asked = CreateQueueRequest.builder().queueName(SqsQueues.fitting(name)).attributes(attributes).build()
    val url = SqsClient.done(client.createQueue(asked)).queueUrl
    if !atOnce then LockSupport.parkNanos(SqsQueues.Making)
    url

  /** With all that is in it. One that another session has made is found by its name. */
  protected def delete(destination: DestinationName): Unit = unlessGone {
    val name = destination.name
    val asked = GetQueueUrlRequest.builder().queueName(SqsQueues.fitting(name)).build()
    val url = Option(urls.remove(name)).getOrElse(SqsClient.done(client.getQueueUrl(asked)).queueUrl)
    SqsClient.done(client.deleteQueue(DeleteQueueRequest.builder().queueUrl(url).build())): Unit
  }

  private def unlessGone(step: => Unit): Unit =
    try step
    catch case _: QueueDoesNotExistException => ()

  def close(): Unit = client.close()

private[sqs] object SqsQueues:
  val VisibilityS = 10
  private val Making = TimeUnit.SECONDS.toNanos(1)
  private val LongestName = 80

  /** A name as SQS takes it: of 80 letters, digits, `-` and `_` at most. */
  private[sqs] def fitting(name: String): String =
    val plain = name.replaceAll("[^A-Za-z0-9_-]", "_")
    if plain == name && name.length <= LongestName then name
    else
      val mark = f"_${name.hashCode}%08x"
      plain.take(LongestName - mark.length) + mark
