package shootout.jms.nullpeer

import java.util.concurrent.{CountDownLatch, TimeUnit}
import javax.jms.{
  BytesMessage,
  CompletionListener,
  Connection,
  ConnectionFactory,
  DeliveryMode,
  Destination,
  MapMessage,
  Message
}
import javax.jms.{MessageConsumer, MessageProducer, Session, TextMessage}
import scala.concurrent.duration.DurationInt

/** What a vendor's client, by plain JMS, gets out of the null peer of its protocol. */
abstract class PeerSuite(protocol: String) extends munit.FunSuite:
  override val munitTimeout = 60.seconds

  /** @param confirm every send waits until the peer has answered; else none does */
  def factory(port: Int, confirm: Boolean): ConnectionFactory

  /** Sends, and calls back when the peer has confirmed it. */
  def send(producer: MessageProducer, message: Message, done: CompletionListener): Unit = producer.send(message, done)

  private var peerOrNull: Loop | Null = null
  private var connections = List.empty[Connection]

  override def beforeEach(context: BeforeEach): Unit =
    val peer = NullPeers.peer(protocol, 0)
    peer.start()
    peerOrNull = peer

  override def afterEach(context: AfterEach): Unit =
    connections.foreach(_.close())
    connections = Nil
    peerOrNull.nn.close()
    peerOrNull.nn.join(10_000)
    assert(!peerOrNull.nn.isAlive, "the peer does not end")

  protected def connect(confirm: Boolean = true): Connection =
    val connection = factory(peerOrNull.nn.localPort, confirm).createConnection("anybody", "anything")
    connections = connection :: connections
    connection.start()
    connection

  private def place(session: Session, topic: Boolean): Destination =
    if topic then session.createTopic("there_topic") else session.createQueue("there_queue")

  private def body(bytes: Int, number: Int): Array[Byte] =
    Array.tabulate[Byte](bytes)(i => if i < 20 then (number * 31 + i).toByte else 'x')

  private def sendTo(
      session: Session,
      to: Destination,
      numbers: Range,
      bytes: Int,
      mode: Int = DeliveryMode.NON_PERSISTENT
  ): Unit =
    val producer = session.createProducer(to)
    producer.setDeliveryMode(mode)
    for number <- numbers do
      val message = session.createBytesMessage()
      message.writeBytes(body(bytes, number))
      message.setIntProperty("number", number)
      producer.send(message)
    producer.close()

  private def assertNumbers(consumer: MessageConsumer, numbers: Range, bytes: Int): Message =
    var last: Message | Null = null
    for number <- numbers do
      consumer.receive(10_000) match
        case message: BytesMessage =>
          val got = new Array[Byte](message.getBodyLength.toInt)
          message.readBytes(got)
          assertEquals(message.getIntProperty("number"), number)
          assert(java.util.Arrays.equals(got, body(bytes, number)), s"body of $number, ${got.length} bytes")
          last = message
        case other => fail(s"instead of message $number: $other")
    last.nn

  private def assertNothing(consumer: MessageConsumer): Unit = assertEquals(consumer.receive(100), null)

  for topic <- List(false, true); confirm <- List(false, true); bytes <- List(20, 1024, 256 * 1024) do
    test(s"${if topic then "topic" else "queue"}, $bytes B, confirmed: $confirm") {
      val session = connect().createSession(false, Session.AUTO_ACKNOWLEDGE)
      val consumer = session.createConsumer(place(session, topic))
      val other = connect(confirm).createSession(false, Session.AUTO_ACKNOWLEDGE)
      val mode = if confirm then DeliveryMode.PERSISTENT else DeliveryMode.NON_PERSISTENT
      sendTo(other, place(other, topic), 0 until 50, bytes, mode)
      assertNumbers(consumer, 0 until 50, bytes)
      assertNothing(consumer)
    }

  for bytes <- List(20, 1024, 256 * 1024) do
    test(s"a queue keeps messages of $bytes B until a consumer comes") {
      val session = connect(false).createSession(false, Session.AUTO_ACKNOWLEDGE)
      sendTo(session, place(session, false), 0 until 100, bytes)
      val consumer = session.createConsumer(place(session, false))
      assertNumbers(consumer, 0 until 100, bytes)
      assertNothing(consumer)
    }

  for mode <- List(Session.AUTO_ACKNOWLEDGE, Session.CLIENT_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE) do
    test(s"more messages than any prefetch: session mode $mode") {
      val count = 5000
      val producing = connect(false).createSession(false, Session.AUTO_ACKNOWLEDGE)
      sendTo(producing, place(producing, false), 0 until count, 20)
      val session = connect().createSession(false, mode)
      val consumer = session.createConsumer(place(session, false))
      for from <- 0 until count by 10 do
        val last = assertNumbers(consumer, from until from + 10, 20)
        if mode == Session.CLIENT_ACKNOWLEDGE then last.acknowledge()
      assertNothing(consumer)
    }

  test("consumers of a queue share, those of a topic get all") {
    val session = connect().createSession(false, Session.AUTO_ACKNOWLEDGE)
    val topics = List.fill(2)(session.createConsumer(place(session, true)))
    val queues = List.fill(2)(session.createConsumer(place(session, false)))
    sendTo(session, place(session, true), 0 until 20, 20)
    sendTo(session, place(session, false), 0 until 20, 20)
    topics.foreach(assertNumbers(_, 0 until 20, 20))
    // in turn, for there are clients that fetch a message when they are asked for one
    val shares = List.fill(10)(queues.map(_.receive(10_000).getIntProperty("number"))).transpose
    assertEquals(shares.flatten.sorted, List.range(0, 20))
    queues.foreach(assertNothing)
  }

  test("transacted sends come when they are committed, and never if rolled back") {
    val consuming = connect().createSession(false, Session.AUTO_ACKNOWLEDGE)
    val consumer = consuming.createConsumer(place(consuming, false))
    val session = connect().createSession(true, Session.SESSION_TRANSACTED)
    sendTo(session, place(session, false), 0 until 10, 20)
    assertNothing(consumer)
    session.commit()
    assertNumbers(consumer, 0 until 10, 20)
    sendTo(session, place(session, false), 10 until 20, 20)
    session.rollback()
    sendTo(session, place(session, false), 20 until 30, 20)
    session.commit()
    assertNumbers(consumer, 20 until 30, 20)
    assertNothing(consumer)
  }

  test("transacted receives come again if rolled back") {
    val session = connect().createSession(true, Session.SESSION_TRANSACTED)
    val consumer = session.createConsumer(place(session, false))
    val producing = connect().createSession(false, Session.AUTO_ACKNOWLEDGE)
    sendTo(producing, place(producing, false), 0 until 30, 20)
    assertNumbers(consumer, 0 until 10, 20)
    session.commit()
    assertNumbers(consumer, 10 until 20, 20)
    session.rollback()
    assertNumbers(consumer, 10 until 30, 20)
    session.commit()
    assertNothing(consumer)
  }

  test("many transactions, with more messages than any prefetch") {
    val session = connect(false).createSession(true, Session.SESSION_TRANSACTED)
    val consumer = session.createConsumer(place(session, false))
    for from <- 0 until 3000 by 100 do
      sendTo(session, place(session, false), from until from + 100, 20)
      session.commit()
      assertNumbers(consumer, from until from + 100, 20)
      session.commit()
  }

  test("a listener hears of every message that is sent") {
    val session = connect().createSession(false, Session.AUTO_ACKNOWLEDGE)
    val producer = session.createProducer(place(session, false))
    val confirmed = CountDownLatch(100)
    val listener = new CompletionListener:
      def onCompletion(message: Message): Unit = confirmed.countDown()
      def onException(message: Message, e: Exception): Unit = e.printStackTrace()
    for i <- 0 until 100 do send(producer, session.createTextMessage(s"$i"), listener)
    assert(confirmed.await(10, TimeUnit.SECONDS), s"missing: ${confirmed.getCount}")
  }

  test("what a consumer did not acknowledge comes again") {
    val session = connect().createSession(false, Session.CLIENT_ACKNOWLEDGE)
    sendTo(session, place(session, false), 0 until 20, 20)
    val connection = connect()
    val first = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE)
    val consumer = first.createConsumer(place(first, false))
    assertNumbers(consumer, 0 until 5, 20).acknowledge()
    assertNumbers(consumer, 5 until 10, 20)
    connection.close()
    // in any order: the client may give back one by one what is then delivered to it again
    val second = session.createConsumer(place(session, false))
    val got = List.fill(15)(second.receive(10_000).getIntProperty("number"))
    assertEquals(got.sorted, List.range(5, 20))
    assertNothing(second)
  }

  test("text and map messages, and properties") {
    val session = connect().createSession(false, Session.AUTO_ACKNOWLEDGE)
    val consumer = session.createConsumer(place(session, false))
    val producer = session.createProducer(place(session, false))
    val text = session.createTextMessage("grüße")
    text.setStringProperty("stamp", "0123456789")
    producer.send(text)
    val map = session.createMapMessage()
    map.setDouble("bid", 1.25)
    producer.send(map)
    consumer.receive(10_000) match
      case got: TextMessage =>
        assertEquals(got.getText, "grüße")
        assertEquals(got.getStringProperty("stamp"), "0123456789")
      case other => fail(s"$other")
    consumer.receive(10_000) match
      case got: MapMessage => assertEquals(got.getDouble("bid"), 1.25)
      case other => fail(s"$other")
  }

  test("request and reply by a temporary queue") {
    val session = connect().createSession(false, Session.AUTO_ACKNOWLEDGE)
    val reply = session.createTemporaryQueue()
    val replies = session.createConsumer(reply)
    val other = connect().createSession(false, Session.AUTO_ACKNOWLEDGE)
    val requests = other.createConsumer(place(other, false))
    val producer = session.createProducer(place(session, false))
    for i <- 0 until 10 do
      val request = session.createTextMessage(s"question $i")
      request.setJMSReplyTo(reply)
      producer.send(request)
      val question = requests.receive(10_000).asInstanceOf[TextMessage]
      other.createProducer(question.getJMSReplyTo).send(other.createTextMessage(question.getText + "?"))
      assertEquals(replies.receive(10_000).asInstanceOf[TextMessage].getText, s"question $i?")
    replies.close()
    reply.delete()
  }
