package shootout.jms.nullpeer

import com.rabbitmq.jms.admin.RMQConnectionFactory

import java.util.concurrent.atomic.AtomicInteger
import javax.jms.{ConnectionFactory, Session}

class RabbitSuite extends PeerSuite("rabbitmq"):
  private val confirmed = AtomicInteger()

  def factory(port: Int, confirm: Boolean): ConnectionFactory =
    val made = RMQConnectionFactory()
    made.setHost("127.0.0.1")
    made.setPort(port)
    // the library does not wait for confirmations; with a listener, it asks for them
    if confirm then made.setConfirmListener(_ => confirmed.incrementAndGet(): Unit)
    made

  test("every message is confirmed") {
    confirmed.set(0)
    val session = connect().createSession(false, Session.AUTO_ACKNOWLEDGE)
    val producer = session.createProducer(session.createQueue("confirmed"))
    for i <- 0 until 100 do producer.send(session.createTextMessage(s"$i"))
    val end = System.nanoTime() + 10_000_000_000L
    while confirmed.get < 100 && System.nanoTime() < end do Thread.onSpinWait()
    assertEquals(confirmed.get, 100)
  }
