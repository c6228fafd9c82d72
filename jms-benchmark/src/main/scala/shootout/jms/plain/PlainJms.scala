package shootout.jms.plain

import shootout.driver.ClientOrder
import shootout.jms.{Vendor, Wish}

import java.util.concurrent.{Semaphore, TimeUnit}
import javax.jms.{BytesMessage, CompletionListener, Connection, DeliveryMode, Message, MessageListener, Session}

/** What somebody who knows the library would write to find out how fast it is: a loop that sends, and a loop that receives.
  * Connection factories and the way to wait for confirmations are those of the driver, so that the library is set up alike.
  */
private final class PlainJms(vendor: Vendor, order: ClientOrder, tally: Tally) extends PlainClient:
  private val producing = connect(Wish(order.window > 0, order.window > 1, None, order.options))
  private val consuming = connect(Wish(confirm = false, pipelined = false, None, order.options))
  private val permits = Semaphore(math.max(1, order.window))
  @volatile private var threads = List.empty[Thread]

  private def connect(wish: Wish): Connection =
    vendor.factory(order.endpoint, wish).createConnection(order.login, order.passcode)

  def startConsumer(): Unit =
    val session = consuming.createSession(false, Session.AUTO_ACKNOWLEDGE)
    val consumer = session.createConsumer(vendor.queue(session, order.prefix + order.queue))
    val buffer = new Array[Byte](order.bytes)
    val listener: MessageListener = message => take(message, buffer)
    if order.listener then consumer.setMessageListener(listener)
    consuming.start()
    if !order.listener then
      threads ::= tally.thread("plain-consumer", tally.receiving) {
        while tally.receiving do
          val message = consumer.receive(PlainJms.PatienceMs)
          if message != null then take(message, buffer)
      }

  private def take(message: Message, buffer: Array[Byte]): Unit =
    tally.receivedOne(message.asInstanceOf[BytesMessage].readBytes(buffer) == order.bytes)

  def startProducer(): Unit =
    val session = producing.createSession(false, Session.AUTO_ACKNOWLEDGE)
    val producer = vendor.producer(session.createProducer(vendor.queue(session, order.prefix + order.queue)))
    producer.setDeliveryMode(if order.persistent then DeliveryMode.PERSISTENT else DeliveryMode.NON_PERSISTENT)
    producer.setDisableMessageTimestamp(true)
    producing.start()
    val body = Array.fill[Byte](order.bytes)('x')
    threads ::= tally.thread("plain-producer", tally.sending) {
      while tally.sending do
        val message = session.createBytesMessage()
        message.writeBytes(body)
        if order.window == 0 then producer.send(message)
        else if order.window == 1 then vendor.sendAndWait(producer, message)
        else
          permits.acquire()
          vendor.send(producer, message, confirmed)
        tally.sentOne()
    }

  private val confirmed: CompletionListener = new CompletionListener:
    def onCompletion(message: Message): Unit = permits.release()
    def onException(message: Message, e: Exception): Unit =
      tally.failure = Some(e)
      permits.release()

  def endProducer(): Unit =
    threads.find(_.getName == "plain-producer").foreach(_.join(PlainJms.EndMs))
    if order.window > 1 then permits.tryAcquire(order.window, PlainJms.EndMs, TimeUnit.MILLISECONDS)
    producing.close()

  def endConsumer(): Unit =
    threads.find(_.getName == "plain-consumer").foreach(_.join(PlainJms.EndMs))
    consuming.close()

private object PlainJms:
  private val PatienceMs = 500L
  private val EndMs = 5000L
