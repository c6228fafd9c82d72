package shootout.jms

import shootout.driver.{ClientSpec, Confirmations, DestinationName, PollingLink, ReceiveSpec, ReceivedMessage}
import shootout.scenario.Ack
import shootout.units.{DestinationType, Endpoint}

import java.util.ArrayDeque
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicReference
import javax.jms.{CompletionListener, Connection, DeliveryMode, Destination, JMSException, Message, MessageConsumer}
import javax.jms.{MessageProducer, Session, Topic}

/** The JMS objects of one client, from connect to close. All calls may block. They belong to the client's turns, except
  * for [[interrupt]].
  */
private final class JmsLink(driver: JmsDriver, dialect: JmsDialect, endpoint: Endpoint, spec: ClientSpec)
    extends PollingLink:
  /** Whether the messages that the engine hands over in one call are a transaction, whose commit confirms all. */
  private val commits = spec.send.exists(_.batched) && driver.commitsBatches

  /** Whether each message is confirmed, outside transactions. */
  private val confirms = spec.send.exists(s => s.confirm && !s.transacted) && !commits

  /** Whether several messages are in flight, and a completion listener is called for each. */
  private val pipelined = confirms && spec.send.exists(s => s.batched || s.pipelined)
  private val reader = MessageReader(spec.receive.exists(_.timed), spec.receive.exists(_.wholeBodies))
  private val connectionOrNull = AtomicReference[Connection | Null](null)
  @volatile private var cutOff = false
  private var sessionOrNull: Session | Null = null
  @volatile private var consumerOrNull: MessageConsumer | Null = null
  private var writerOrNull: MessageWriter | Null = null
  private var replyTo: Destination | Null = null
  private var confirmationsOrNull: Confirmations | Null = null
  private var producers = Array.empty[MessageProducer | Null]

  /** Messages that arrived together and are not taken yet. */
  private val came = ArrayDeque[Message]()

  /** The message that the library's thread brings in a callback. Each connection has its own, because the thread of a
    * connection that was cut may still bring a message.
    */
  private var heard = AtomicReference[Message]()

  /** The latest message that was taken. */
  private var latest: Message | Null = null

  /** Nanoseconds to make the latest message and to hand it to the library. The second part is left out if the library
    * waits for the broker.
    */
  override def writtenNanos: Long = written
  private var written = 0L

  def open(confirmations: Confirmations, hearing: Runnable | Null): Unit =
    confirmationsOrNull = confirmations
    came.clear()
    val mine = AtomicReference[Message]()
    heard = mine
    // within a transaction, no send waits for a single message
    val confirm = spec.send.exists(_.confirm) && !transacted
    val wish = Wish(confirm, confirm && pipelined, spec.receive, dialect.options)
    val connection =
      driver.factory(endpoint, wish).createConnection(endpoint.login.getOrElse(null), endpoint.passcode.getOrElse(null))
    connectionOrNull.set(connection)
    // the connection may have been cut before it existed
    if cutOff then cutConnection()
    // JMS asks for this before any other use of the connection
    for receive <- spec.receive if receive.shared.isEmpty; name <- receive.durable do connection.setClientID(name)
    connection.setExceptionListener(e => if !driver.wentOver(e) then confirmations.failed(e))
    if driver.startsFirst then connection.start()
    val session = connection.createSession(transacted, acknowledgeMode)
    sessionOrNull = session
    producers = Array.fill(spec.send.fold(0)(_.targets.size))(null)
    writerOrNull = spec.send.map(MessageWriter(session, _)).orNull
    for receive <- spec.receive do
      val made = subscribe(session, receive)
      if hearing != null then
        made.setMessageListener { message =>
          mine.set(message)
          hearing.run()
        }
      consumerOrNull = made
    connection.start()

  override def stop(): Unit = onConnection(_.stop())
  override def start(): Unit = onConnection(_.start())

  private def onConnection(step: Connection => Unit): Unit =
    val connection = connectionOrNull.get
    if connection != null then step(connection)

  override def strandsRolledBack: Boolean = driver.strandsRolledBack

  private def transacted: Boolean =
    commits || spec.send.exists(_.transacted) || spec.receive.exists(_.ack == Ack.Transacted)

  private def acknowledgeMode: Int = spec.receive.map(_.ack) match
    case _ if transacted => Session.SESSION_TRANSACTED
    case Some(Ack.Client) => Session.CLIENT_ACKNOWLEDGE
    case Some(Ack.Individual) => driver.individual.get
    case Some(Ack.DupsOk) => Session.DUPS_OK_ACKNOWLEDGE
    case _ => Session.AUTO_ACKNOWLEDGE

  private def subscribe(session: Session, receive: ReceiveSpec): MessageConsumer =
    val selector = receive.selector.orNull
    if receive.source.temporary then
      val queue = session.createTemporaryQueue()
      replyTo = queue
      session.createConsumer(queue, selector)
    else
      val source = destination(session, receive.source)
      (receive.shared, receive.durable) match
        case (Some(name), None) => session.createSharedConsumer(source.asInstanceOf[Topic], name, selector)
        case (Some(name), Some(_)) => session.createSharedDurableConsumer(source.asInstanceOf[Topic], name, selector)
        case (None, Some(name)) =>
          session.createDurableSubscriber(source.asInstanceOf[Topic], name, selector, false)
        case (None, None) => session.createConsumer(source, selector)

  private def destination(session: Session, name: DestinationName): Destination = name.kind match
    case DestinationType.Queue => session.createQueue(dialect.queuePrefix + name.name)
    case DestinationType.Topic => session.createTopic(dialect.topicPrefix + name.name)

  override val listens: Boolean =
    spec.receive.exists(r => r.batch.isEmpty && (r.listener || driver.prefersListener(transacted)))

  /** All temporary targets share one producer, which sends to the address that a message gives. */
  private def producer(target: Int): MessageProducer =
    val made = producers(if spec.send.get.targets(target).temporary then 0 else target)
    if made != null then made
    else
      val session = sessionOrNull.nn
      val send = spec.send.get
      val name = send.targets(target)
      val producer =
        driver.producer(session.createProducer(if name.temporary then null else destination(session, name)))
      producer.setDeliveryMode(if send.persistent then DeliveryMode.PERSISTENT else DeliveryMode.NON_PERSISTENT)
      // our own stamps carry the time
      producer.setDisableMessageTimestamp(true)
      send.message.priority.foreach(producer.setPriority)
      producers(if name.temporary then 0 else target) = producer
      producer

  private def message(id: Int, sequence: Long, nanos: Long, bodyBytes: Int): Message =
    val made = writerOrNull.nn.message(id, sequence, nanos, bodyBytes)
    val address = replyTo
    if address != null then made.setJMSReplyTo(address)
    made

  override def sendsSingly: Boolean = true

  /** Returns when the library has taken the message or, if each send waits, when the broker has taken it. */
  def send(target: Int, id: Int, sequence: Long, count: Int, nanos: Long, bodyBytes: Int): Unit =
    val made = message(id, sequence, nanos, bodyBytes)
    val began = clock()
    if pipelined then driver.send(producer(target), made, Completion(sequence, confirmationsOrNull.nn))
    else if spec.send.get.confirm && !transacted then driver.sendAndWait(producer(target), made)
    else if spec.send.get.targets(target).temporary then producer(target).send(latest.nn.getJMSReplyTo, made)
    else producer(target).send(made)
    if confirms && !pipelined then
      written = writerOrNull.nn.nanos
      confirmationsOrNull.nn.confirmed(sequence)
    else written = writerOrNull.nn.nanos + clock() - began

  override def endBatch(sequence: Long, count: Int): Unit = if commits then
    endTransaction(commit = true)
    for n <- 0 until count do confirmationsOrNull.nn.confirmed(sequence + n)

  def flush(): Unit = ()

  /** The current time, or 0 if the workload does not measure it, so that it costs nothing. */
  private def clock(): Long = if timed then System.nanoTime() else 0
  private val timed = spec.send.exists(_.timed)

  /** Waits for the first message, and then takes those that have already arrived. */
  def poll(nanos: Long): Int =
    val consumer = consumerOrNull.nn
    // a limit of 0 would mean to wait forever
    var message: Message | Null = consumer.receive(math.max(1L, TimeUnit.NANOSECONDS.toMillis(nanos)))
    while message != null do
      came.add(message)
      message = if came.size < most then consumer.receiveNoWait() else null
    came.size
  private val most = spec.receive.flatMap(_.batch).getOrElse(1)

  def next(): ReceivedMessage =
    val message = if listens then heard.get.nn else came.poll().nn
    latest = message
    reader.read(message)
    reader

  def acknowledge(): Unit =
    val message = latest
    if message != null then message.acknowledge()

  override def endTransaction(commit: Boolean): Unit =
    val session = sessionOrNull.nn
    if commit then session.commit() else session.rollback()

  /** Ends a durable subscription. Only the last consumer of a shared one can do so. */
  private def endSubscription(): Unit = for receive <- spec.receive; durable <- receive.durable do
    consumerOrNull.nn.close()
    consumerOrNull = null
    try sessionOrNull.nn.unsubscribe(durable)
    catch case e: JMSException => if receive.shared.isEmpty then throw e

  /** This may block for as long as the library likes. */
  def close(unsubscribe: Boolean): Unit =
    if unsubscribe then endSubscription()
    // the connection stays where `cut` finds it, in case the library hangs
    val consumer = consumerOrNull
    if consumer != null then driver.release(consumer)
    onConnection(_.close())
    connectionOrNull.set(null)
    forget()

  def interrupt(): Unit =
    cutOff = true
    cutConnection()

  def cut(): Unit =
    cutConnection()
    forget()

  /** Any thread may call this. It closes the connection in the background, so that the caller does not wait. */
  private def cutConnection(): Unit =
    val connection = connectionOrNull.getAndSet(null)
    if connection != null then
      val consumer = consumerOrNull
      val close: Runnable = () =>
        if consumer != null then attempt(() => driver.release(consumer))
        attempt(() => connection.close())
      val closer = Thread(close, s"${spec.name}-closer")
      closer.setDaemon(true)
      closer.start()

  private def attempt(close: () => Unit): Unit =
    try close()
    catch case _: Exception => ()

  /** Forgets the objects, which are of no use without a connection. */
  private def forget(): Unit =
    sessionOrNull = null
    consumerOrNull = null
    writerOrNull = null
    replyTo = null
    latest = null

/** Listens for the publisher confirm of one send. A thread of the library calls it. */
private final class Completion(sequence: Long, confirmations: Confirmations) extends CompletionListener:
  def onCompletion(message: Message): Unit = confirmations.confirmed(sequence)
  def onException(message: Message, e: Exception): Unit = confirmations.failed(e)
