package shootout.queue.sqs

import shootout.driver.{ClientSpec, Confirmations, PollingLink}
import software.amazon.awssdk.services.sqs.SqsAsyncClient

/** What one client sends and receives by; the connections are everybody's. */
private[sqs] final class SqsLink(spec: ClientSpec, library: SqsAsyncClient, queues: SqsQueues, largestMessage: Int)
    extends PollingLink:
  private var senderOrNull: SqsSender | Null = null
  private var receiverOrNull: SqsReceiver | Null = null

  def open(confirmations: Confirmations): Unit =
    if spec.send.isEmpty && spec.receive.isEmpty then queues.hello()
    for send <- spec.send do
      val urls = send.targets.map(target => queues.url(target.name)).toArray
      senderOrNull = SqsSender(library, urls, send, largestMessage, confirmations)
    for receive <- spec.receive do
      receiverOrNull = SqsReceiver(library, queues.url(receive.source.name), receive, confirmations.failed)

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    senderOrNull.nn.send(target, producer, sequence, count, stampNanos, bodyBytes)

  def flush(): Unit =
    val sender = senderOrNull
    if sender != null then sender.flush()

  def poll(nanos: Long): Int = receiverOrNull.nn.poll(nanos)
  def next(): Array[Byte] = receiverOrNull.nn.next()
  def acknowledge(): Unit = receiverOrNull.nn.acknowledge()

  def close(unsubscribe: Boolean): Unit =
    val (sender, receiver) = (senderOrNull, receiverOrNull)
    if receiver != null then receiver.close()
    if sender != null then sender.close()
    cut()

  def cut(): Unit =
    val receiver = receiverOrNull
    receiverOrNull = null
    senderOrNull = null
    if receiver != null then receiver.cut()

  /** What blocks here is interrupted, see [[shootout.driver.ClientThread]]. */
  def interrupt(): Unit = ()
