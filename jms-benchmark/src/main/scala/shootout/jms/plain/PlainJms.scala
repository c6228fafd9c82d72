package shootout.jms.plain

import shootout.driver.ClientOrder
import shootout.jms.{Vendor, Wish}
import shootout.units.DestinationType

import java.util.concurrent.{Semaphore, TimeUnit}
import javax.jms.{
  BytesMessage,
  CompletionListener,
  Connection,
  DeliveryMode,
  Destination,
  Message,
  MessageListener,
  Session
}

/** What somebody who knows the library would write to find out how fast it is: a loop that sends, and a loop that receives.
  * Connection factories and the way to wait for confirmations are those of the driver, so that the library is set up alike.
  */
private final class PlainJms(vendor: Vendor, order: ClientOrder, tally: Tally) extends PlainLibrary:
  def producer(): PlainClient = Producer()
  def consumer(): PlainClient = Consumer()

  private def connect(wish: Wish): Connection =
    vendor.factory(order.endpoint, wish).createConnection(order.login, order.passcode)

  private def destination(session: Session): Destination =
    val name = order.prefix + order.destination
    if order.kind == DestinationType.Topic then vendor.topic(session, name) else vendor.queue(session, name)

  private final class Consumer extends PlainClient:
    private val connection = connect(Wish(confirm = false, pipelined = false, None, order.options))
    private val count = tally.receiver()
    private val buffer = new Array[Byte](order.bytes)
    private var thread: Thread | Null = null

    def start(): Unit =
      val session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)
      val consumer = session.createConsumer(destination(session))
      val listener: MessageListener = message => take(message)
      if order.listener then consumer.setMessageListener(listener)
      connection.start()
      if !order.listener then
        thread = tally.thread("plain-consumer", tally.receiving) {
          while tally.receiving do
            val message = consumer.receive(PlainJms.PatienceMs)
            if message != null then take(message)
        }

    private def take(message: Message): Unit =
      count.one(message.asInstanceOf[BytesMessage].readBytes(buffer) == order.bytes)

    def end(deadline: Long): Unit =
      PlainClient.joined(thread, deadline)
      connection.close()

    def cut(): Unit = connection.close()

  private final class Producer extends PlainClient:
    private val connection = connect(Wish(order.window > 0, order.window > 1, None, order.options))
    private val count = tally.sender()
    private val permits = Semaphore(math.max(1, order.window))
    private var thread: Thread | Null = null

    def start(): Unit =
      val session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)
      val producer = vendor.producer(session.createProducer(destination(session)))
      producer.setDeliveryMode(if order.persistent then DeliveryMode.PERSISTENT else DeliveryMode.NON_PERSISTENT)
      producer.setDisableMessageTimestamp(true)
      connection.start()
      val body = Array.fill[Byte](order.bytes)('x')
      thread = tally.thread("plain-producer", goesOn = true) {
        while tally.sending do
          val message = session.createBytesMessage()
          message.writeBytes(body)
          if order.window == 0 then producer.send(message)
          else if order.window == 1 then vendor.sendAndWait(producer, message)
          else
            permits.acquire()
            vendor.send(producer, message, confirmed)
          count.one()
        if order.window > 1 then permits.tryAcquire(order.window, PlainJms.ConfirmMs, TimeUnit.MILLISECONDS)
        connection.close()
      }

    private val confirmed: CompletionListener = new CompletionListener:
      def onCompletion(message: Message): Unit = permits.release()
      def onException(message: Message, e: Exception): Unit =
        tally.failure = Some(e)
        permits.release()

    def end(deadline: Long): Unit =
      if !PlainClient.joined(thread, deadline) then
        tally.failure = tally.failure.orElse(Some(PlainClient.late("producer")))
        cut()

    def cut(): Unit = connection.close()

private object PlainJms:
  private val PatienceMs = 500L
  private val ConfirmMs = 5000L
