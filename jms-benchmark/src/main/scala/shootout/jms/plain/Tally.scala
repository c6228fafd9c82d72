package shootout.jms.plain

import java.util.concurrent.atomic.AtomicLong

/** What the two threads of a plain client share: counts with one writer each, and whether to go on. */
private final class Tally:
  private val sentMessages = AtomicLong()
  private val receivedMessages = AtomicLong()
  private val wrongMessages = AtomicLong()

  /** The producer sends no more once this is false. */
  @volatile var sending = true

  /** The consumer takes no more once this is false. */
  @volatile var receiving = true

  /** What a thread threw. */
  @volatile var failure: Option[Throwable] = None

  def sentOne(): Unit = sentMessages.lazySet(sentMessages.getPlain + 1)

  def receivedOne(right: Boolean): Unit =
    if !right then wrongMessages.lazySet(wrongMessages.getPlain + 1)
    receivedMessages.lazySet(receivedMessages.getPlain + 1)

  def sent: Long = sentMessages.get
  def received: Long = receivedMessages.get
  def wrong: Long = wrongMessages.get

  /** Starts a thread, and keeps what it throws while anything was still to be done. */
  def thread(name: String, goesOn: => Boolean)(work: => Unit): Thread =
    val task: Runnable = () =>
      try work
      catch case e: Exception => if goesOn then failure = Some(e)
    val started = Thread(task, name)
    started.setDaemon(true)
    started.start()
    started

/** A producer and a consumer, each with a connection and a thread of its own. */
private trait PlainClient:
  /** Connects the consumer, and takes messages from then on. */
  def startConsumer(): Unit

  /** Connects the producer, and sends as fast as it can until [[Tally.sending]] is false. */
  def startProducer(): Unit

  /** Once the producer is told to stop: returns when its connection is closed, so that the broker has taken all it sent. */
  def endProducer(): Unit

  def endConsumer(): Unit
