package shootout.jms

import java.util.concurrent.{SynchronousQueue, TimeUnit}
import javax.jms.{IllegalStateException, Message, MessageConsumer, MessageListener}

/** A consumer whose `receive` gets what the broker pushes, for libraries whose own `receive` asks the broker now and
  * then: a listener hands each message over, and returns when it has been taken. It must be closed before its
  * connection, which else waits for the listener.
  */
private final class Pushed(consumer: MessageConsumer) extends MessageConsumer:
  private val handed = SynchronousQueue[Message]()
  @volatile private var closed = false
  consumer.setMessageListener(message => hand(message))

  private def hand(message: Message): Unit =
    while !handed.offer(message, Pushed.LookAgainMs, TimeUnit.MILLISECONDS) do
      // the library then gives the message back to the broker
      if closed then throw java.lang.IllegalStateException("nobody takes this message any more")

  def receive(timeoutMs: Long): Message = handed.poll(timeoutMs, TimeUnit.MILLISECONDS)
  def receive(): Message = handed.take()
  def receiveNoWait(): Message = handed.poll()

  def close(): Unit =
    closed = true
    consumer.close()

  def getMessageSelector: String = consumer.getMessageSelector
  def getMessageListener: MessageListener = throw IllegalStateException("for receive only")
  def setMessageListener(listener: MessageListener): Unit = throw IllegalStateException("for receive only")

private object Pushed:
  private val LookAgainMs = 20L
