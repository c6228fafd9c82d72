package shootout.jms.plain

import shootout.driver.ClientOrder
import shootout.jms.{JmsDriver, Wish}
import shootout.units.DestinationType

import java.util.concurrent.{Semaphore, TimeUnit}
import javax.jms.*

/** What an expert of the library would write to find out how fast it is: a loop that sends, and a loop that receives.
  * Connection factories and the way to wait for publisher confirms come from the driver, so that the library is set up
  * in the same way.
  */
private final class PlainJms(driver: JmsDriver, order: ClientOrder, tally: Tally) extends PlainLibrary:
  private val load = order.load
  def producer(): PlainClient = Producer()
  def consumer(): PlainClient = Consumer()

  private abstract class Client(wish: Wish) extends PlainClient:
    protected val connection: Connection =
      driver.factory(order.endpoint, wish).createConnection(order.login, order.passcode)
    protected val session: Session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)
    protected var thread: Thread | Null = null

    protected def destination: Destination =
      val name = order.prefix + order.destination
      if load.kind == DestinationType.Topic then session.createTopic(name) else session.createQueue(name)

    def ended(millis: Long): Boolean =
      val running = thread
      if running != null then running.join(millis)
      running == null || !running.isAlive

    def cut(): Unit = connection.close()

  private final class Consumer extends Client(Wish(confirm = false, pipelined = false, None, order.options)):
    private val buffer = new Array[Byte](load.bytes)

    def start(): Unit =
      val consumer = session.createConsumer(destination)
      val listens = load.listener || driver.prefersListener(transacted = false)
      val listener: MessageListener = message => take(message)
      if listens then consumer.setMessageListener(listener)
      connection.start()
      if !listens then
        thread = tally.thread("plain-consumer", tally.receiving) {
          while tally.receiving do
            val message = consumer.receive(500)
            if message != null then take(message)
        }

    private def take(message: Message): Unit =
      tally.take(message.asInstanceOf[BytesMessage].readBytes(buffer) == load.bytes)

  private final class Producer extends Client(Wish(load.window > 0, load.window > 1, None, order.options)):
    private val permits = Semaphore(math.max(1, load.window))

    def start(): Unit =
      val producer = driver.producer(session.createProducer(destination))
      producer.setDeliveryMode(if load.persistent then DeliveryMode.PERSISTENT else DeliveryMode.NON_PERSISTENT)
      producer.setDisableMessageTimestamp(true)
      connection.start()
      val body = Array.fill[Byte](load.bytes)('x')
      thread = tally.thread("plain-producer", goesOn = true) {
        while tally.sending do
          val message = session.createBytesMessage()
          message.writeBytes(body)
          if load.window == 0 then producer.send(message)
          else if load.window == 1 then driver.sendAndWait(producer, message)
          else
            permits.acquire()
            driver.send(producer, message, confirmed)
          tally.sent.increment()
        if load.window > 1 then permits.tryAcquire(load.window, 5, TimeUnit.SECONDS)
        connection.close()
      }

    private val confirmed: CompletionListener = new CompletionListener:
      def onCompletion(message: Message): Unit = permits.release()
      def onException(message: Message, e: Exception): Unit =
        tally.failure = Some(e)
        permits.release()
