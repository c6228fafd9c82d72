package shootout.jms

import shootout.driver.{ClientSpec, DestinationName, Stamp}
import shootout.scenario.{Ack, DestinationType}
import shootout.units.Endpoint

import javax.jms.{BytesMessage, CompletionListener, Connection, DeliveryMode, Destination, Message, MessageConsumer}
import javax.jms.{MessageProducer, Session, Topic}

/** The JMS objects of one client, from connect to close. All calls may block; used in the client's thread only. */
private final class JmsLink(vendor: Vendor, dialect: JmsDialect, endpoint: Endpoint, spec: ClientSpec):
  private var connectionOrNull: Connection | Null = null
  private var sessionOrNull: Session | Null = null
  private var consumerOrNull: MessageConsumer | Null = null
  private var producers = Array.empty[MessageProducer | Null]
  private var body = Array.emptyByteArray
  private var latest: Message | Null = null

  /** @param lost is called by a thread of the library when the connection breaks */
  def connect(lost: Throwable => Unit): Unit =
    val wish = Wish(spec.send.exists(_.confirm), spec.receive.flatMap(_.prefetch), dialect.options)
    val connection =
      vendor.factory(endpoint, wish).createConnection(endpoint.login.orNull, endpoint.passcode.orNull)
    connectionOrNull = connection
    for receive <- spec.receive; durable <- receive.durable do connection.setClientID(durable)
    connection.setExceptionListener(e => lost(e))
    val session = connection.createSession(false, ackMode)
    sessionOrNull = session
    for receive <- spec.receive do
      val source = destination(session, receive.source)
      consumerOrNull = receive.durable match
        case Some(name) => session.createDurableSubscriber(source.asInstanceOf[Topic], name, receive.selector.orNull, false)
        case None => session.createConsumer(source, receive.selector.orNull)
      consumerOrNull = vendor.consumer(session, consumerOrNull.nn)
    producers = Array.fill(spec.send.fold(0)(_.targets.size))(null)
    connection.start()

  private def ackMode: Int = spec.receive.map(_.ack) match
    case Some(Ack.Client) => Session.CLIENT_ACKNOWLEDGE
    case Some(Ack.Individual) => vendor.individual.get
    case _ => Session.AUTO_ACKNOWLEDGE

  private def destination(session: Session, name: DestinationName): Destination = name.kind match
    case DestinationType.Queue => vendor.queue(session, dialect.queuePrefix + name.name)
    case DestinationType.Topic => vendor.topic(session, dialect.topicPrefix + name.name)

  def receives: Boolean = consumerOrNull != null

  private def producer(target: Int): MessageProducer =
    val made = producers(target)
    if made != null then made
    else
      val session = sessionOrNull.nn
      val send = spec.send.get
      val producer = vendor.producer(session.createProducer(destination(session, send.targets(target))))
      producer.setDeliveryMode(if send.persistent then DeliveryMode.PERSISTENT else DeliveryMode.NON_PERSISTENT)
      producer.setDisableMessageTimestamp(true)
      producers(target) = producer
      producer

  private def message(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int): Message =
    if body.length != bodyBytes then
      body = Array.fill(bodyBytes)(Stamp.Filler)
    Stamp.put(java.nio.ByteBuffer.wrap(body), 0, producer, sequence, nanos, bodyBytes)
    val message = sessionOrNull.nn.createBytesMessage()
    message.writeBytes(body)
    for (name, value) <- spec.send.get.headers do message.setStringProperty(name, value)
    message

  /** Returns when the library has taken the message: with confirmations, when the broker has. */
  def send(target: Int, id: Int, sequence: Long, nanos: Long, bodyBytes: Int): Unit =
    producer(target).send(message(id, sequence, nanos, bodyBytes))

  /** Returns at once; `done` follows. */
  def send(target: Int, id: Int, sequence: Long, nanos: Long, bodyBytes: Int, done: CompletionListener): Unit =
    vendor.send(producer(target), message(id, sequence, nanos, bodyBytes), done)

  /** @return whether a message came within so many milliseconds; [[read]] looks at it */
  def receive(millis: Long): Boolean =
    latest = consumerOrNull.nn.receive(millis)
    latest != null

  /** Copies the body. @return its bytes and its length */
  def read(): (Array[Byte], Int) = latest match
    case bytes: BytesMessage =>
      val length = bytes.getBodyLength.toInt
      if body.length < length then body = new Array[Byte](length)
      bytes.readBytes(body)
      (body, length)
    case _ => (Array.emptyByteArray, 0)

  def acknowledge(): Unit =
    val message = latest
    if message != null then message.acknowledge()

  def unsubscribe(): Unit =
    for receive <- spec.receive; durable <- receive.durable do
      consumerOrNull.nn.close()
      sessionOrNull.nn.unsubscribe(durable)

  /** May block for as long as the library likes. */
  def close(): Unit =
    val connection = connectionOrNull
    if connection != null then connection.close()
    forget()

  /** Closes in the background: whoever cuts a connection does not wait. */
  def abort(): Unit =
    val connection = connectionOrNull
    forget()
    if connection != null then
      val closer = Thread(() => try connection.close() catch case _: Exception => (), s"${spec.name}-closer")
      closer.setDaemon(true)
      closer.start()

  private def forget(): Unit =
    connectionOrNull = null
    sessionOrNull = null
    consumerOrNull = null
    latest = null
