package shootout.jms

import shootout.driver.{ClientSpec, DestinationName, ReceiveSpec}
import shootout.scenario.Ack
import shootout.units.{DestinationType, Endpoint}

import java.util.concurrent.atomic.AtomicReference
import javax.jms.{CompletionListener, Connection, DeliveryMode, Destination, JMSException, Message, MessageConsumer}
import javax.jms.{MessageListener, MessageProducer, Session, Topic}

/** The JMS objects of one client, from connect to close. All calls may block; used in the client's thread only, but for
  * [[cut]].
  */
private final class JmsLink(vendor: Vendor, dialect: JmsDialect, endpoint: Endpoint, spec: ClientSpec):
  val mode: SendMode = SendMode(spec, vendor.commitsBatches)
  private val connectionOrNull = AtomicReference[Connection | Null](null)
  @volatile private var cutOff = false
  private var sessionOrNull: Session | Null = null
  @volatile private var consumerOrNull: MessageConsumer | Null = null
  private var writerOrNull: MessageWriter | Null = null
  private var replyTo: Destination | Null = null
  private var producers = Array.empty[MessageProducer | Null]

  /** The latest message that came. */
  var latest: Message | Null = null

  /** How long the latest message took to be written: made, and handed to the library unless that waits for the broker. */
  var writtenNanos = 0L

  /** @param lost
    *   is called by a thread of the library when the connection breaks
    * @param hearing
    *   is called by a thread of the library with each message; null: [[receive]] asks for them
    */
  def connect(lost: Throwable => Unit, hearing: MessageListener | Null): Unit =
    // within a transaction nobody waits for a single message
    val confirm = spec.send.exists(_.confirm) && !transacted
    val wish =
      Wish(confirm, confirm && mode.pipelined, spec.receive, dialect.options)
    val connection =
      vendor.factory(endpoint, wish).createConnection(endpoint.login.getOrElse(null), endpoint.passcode.getOrElse(null))
    connectionOrNull.set(connection)
    // whoever cut it before it was there
    if cutOff then cut()
    // before anything else is done with it, says JMS
    for receive <- spec.receive if receive.shared.isEmpty; name <- receive.durable do connection.setClientID(name)
    connection.setExceptionListener(e => if !vendor.wentOver(e) then lost(e))
    if vendor.startsFirst then connection.start()
    val session = connection.createSession(transacted, acknowledgeMode)
    sessionOrNull = session
    producers = Array.fill(spec.send.fold(0)(_.targets.size))(null)
    writerOrNull = spec.send.map(MessageWriter(session, _)).orNull
    for receive <- spec.receive do
      val made = subscribe(session, receive)
      if hearing != null then made.setMessageListener(hearing)
      consumerOrNull = made
    connection.start()

  /** No message is given to the listener any more until [[start]]; waits for the listener to return. */
  def stop(): Unit =
    val connection = connectionOrNull.get
    if connection != null then connection.stop()

  def start(): Unit =
    val connection = connectionOrNull.get
    if connection != null then connection.start()

  def strandsRolledBack: Boolean = vendor.strandsRolledBack

  private def transacted: Boolean =
    mode.commits || spec.send.exists(_.transacted) || spec.receive.exists(_.ack == Ack.Transacted)

  private def acknowledgeMode: Int = spec.receive.map(_.ack) match
    case _ if transacted => Session.SESSION_TRANSACTED
    case Some(Ack.Client) => Session.CLIENT_ACKNOWLEDGE
    case Some(Ack.Individual) => vendor.individual.get
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
    case DestinationType.Queue => vendor.queue(session, dialect.queuePrefix + name.name)
    case DestinationType.Topic => vendor.topic(session, dialect.topicPrefix + name.name)

  /** Whether the library calls back with each message; else [[receive]] is the way to get them. */
  val listens: Boolean =
    spec.receive.exists(r => r.batch.isEmpty && (r.listener || vendor.prefersListener(transacted)))

  def receives: Boolean = consumerOrNull != null && !listens

  /** For temporary targets all the same one, which sends to the address that a message gives. */
  private def producer(target: Int): MessageProducer =
    val made = producers(if spec.send.get.targets(target).temporary then 0 else target)
    if made != null then made
    else
      val session = sessionOrNull.nn
      val send = spec.send.get
      val name = send.targets(target)
      val producer =
        vendor.producer(session.createProducer(if name.temporary then null else destination(session, name)))
      producer.setDeliveryMode(if send.persistent then DeliveryMode.PERSISTENT else DeliveryMode.NON_PERSISTENT)
      // stamps of our own tell the time
      producer.setDisableMessageTimestamp(true)
      send.message.priority.foreach(producer.setPriority)
      producers(if name.temporary then 0 else target) = producer
      producer

  private def message(id: Int, sequence: Long, nanos: Long, bodyBytes: Int): Message =
    val made = writerOrNull.nn.message(id, sequence, nanos, bodyBytes)
    val address = replyTo
    if address != null then made.setJMSReplyTo(address)
    made

  /** Returns when the library has taken the message: with confirmations, when the broker has. */
  def send(target: Int, id: Int, sequence: Long, nanos: Long, bodyBytes: Int): Unit =
    val made = message(id, sequence, nanos, bodyBytes)
    if spec.send.get.confirm && !transacted then
      writtenNanos = writerOrNull.nn.nanos
      vendor.sendAndWait(producer(target), made)
    else
      val began = clock()
      if spec.send.get.targets(target).temporary then producer(target).send(latest.nn.getJMSReplyTo, made)
      else producer(target).send(made)
      writtenNanos = writerOrNull.nn.nanos + clock() - began

  /** Returns at once; `done` follows. */
  def send(target: Int, id: Int, sequence: Long, nanos: Long, bodyBytes: Int, done: CompletionListener): Unit =
    val made = message(id, sequence, nanos, bodyBytes)
    val began = clock()
    vendor.send(producer(target), made, done)
    writtenNanos = writerOrNull.nn.nanos + clock() - began

  /** Where nobody asks, it costs nothing. */
  private def clock(): Long = if timed then System.nanoTime() else 0
  private val timed = spec.send.exists(_.timed)

  /** Waits for the next message. @return whether one came within so many milliseconds */
  def receive(millis: Long): Boolean =
    took(consumerOrNull.nn.receive(millis))

  /** Takes the next message if it is here. @return whether it was */
  def receiveNow(): Boolean = took(consumerOrNull.nn.receiveNoWait())

  private def took(message: Message | Null): Boolean =
    if message != null then latest = message
    message != null

  def acknowledge(): Unit =
    val message = latest
    if message != null then message.acknowledge()

  def endTransaction(commit: Boolean): Unit =
    val session = sessionOrNull.nn
    if commit then session.commit() else session.rollback()

  /** Ends a durable subscription; of a shared one, only the last of its consumers can. */
  def unsubscribe(): Unit = for receive <- spec.receive; durable <- receive.durable do
    consumerOrNull.nn.close()
    consumerOrNull = null
    try sessionOrNull.nn.unsubscribe(durable)
    catch case e: JMSException => if receive.shared.isEmpty then throw e

  /** May block for as long as the library likes. */
  def close(): Unit =
    // stays where `cut` finds it, should the library hang
    val connection = connectionOrNull.get
    val consumer = consumerOrNull
    if consumer != null then vendor.release(consumer)
    if connection != null then connection.close()
    connectionOrNull.set(null)
    forget()

  /** From any thread, for good. Closes in the background: whoever cuts a connection does not wait. */
  def giveUp(): Unit =
    cutOff = true
    cut()

  /** From any thread. */
  def cut(): Unit =
    val connection = connectionOrNull.getAndSet(null)
    if connection != null then
      val consumer = consumerOrNull
      val close: Runnable = () =>
        if consumer != null then attempt(() => vendor.release(consumer))
        attempt(() => connection.close())
      val closer = Thread(close, s"${spec.name}-closer")
      closer.setDaemon(true)
      closer.start()

  private def attempt(close: () => Unit): Unit =
    try close()
    catch case _: Exception => ()

  /** The objects are of no use any more. */
  def forget(): Unit =
    sessionOrNull = null
    consumerOrNull = null
    writerOrNull = null
    replyTo = null
    latest = null

/** How what a client sends is confirmed.
  *
  * @param commitsBatches
  *   see [[Vendor.commitsBatches]]
  */
private final class SendMode(spec: ClientSpec, commitsBatches: Boolean):
  /** What the engine hands over in one call is one send, and goes as a whole. */
  val batched: Boolean = spec.send.exists(_.batched)

  /** Such a batch is a transaction: its commit confirms all of it. */
  val commits: Boolean = batched && commitsBatches

  /** Messages are confirmed outside the engine's transactions. */
  val confirms: Boolean = spec.send.exists(s => s.confirm && !s.transacted)

  /** Several messages are on their way, and a completion listener is told of each. */
  val pipelined: Boolean = confirms && !commits && (batched || spec.send.exists(_.pipelined))

  /** Each send waits for the broker. */
  val waits: Boolean = confirms && !commits && !pipelined

/** Messages that were received together, and are looked at one by one. In the client's thread only.
  *
  * @param most
  *   of them
  */
private final class MessageBatch(most: Int):
  private val messages = new Array[Message | Null](most)
  private var size = 0
  private var at = 0

  /** When the last of them was received, on the monotonic clock. */
  var arrival = 0L

  /** Whether all were looked at. */
  def isEmpty: Boolean = at == size

  def clear(): Unit =
    java.util.Arrays.fill(messages.asInstanceOf[Array[Object]], null)
    size = 0
    at = 0

  /** Waits for the first one, up to so many milliseconds, and takes of the next ones those that are here. */
  def fill(link: JmsLink, millis: Long): Unit =
    clear()
    var came = link.receive(millis)
    while came do
      messages(size) = link.latest
      size += 1
      came = size < most && link.receiveNow()
    arrival = System.nanoTime()

  def next(): Message =
    val message = messages(at).nn
    at += 1
    message
