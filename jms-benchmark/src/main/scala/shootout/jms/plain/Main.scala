package shootout.jms.plain

import com.sun.management.OperatingSystemMXBean
import shootout.driver.{ClientAnswer, ClientOrder, Driver}
import shootout.jms.JmsDriver
import shootout.units.Json

import java.io.{BufferedReader, InputStreamReader, OutputStreamWriter}
import java.lang.management.ManagementFactory
import java.util.ServiceLoader
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.LongAdder
import scala.jdk.CollectionConverters.*

/** A producer or a consumer. Each has its own thread, and its own connection from the start. */
private trait PlainClient:
  /** Sends as fast as it can, or takes messages, until [[Tally.sending]] or [[Tally.receiving]] is false. */
  def start(): Unit

  /** Waits until the client has ended. A producer says good-bye, so that the broker has taken all that it sent.
    *
    * @param millis
    *   the longest time to wait
    * @return
    *   whether it has ended
    */
  def ended(millis: Long): Boolean

  /** Closes the connection at once. */
  def cut(): Unit

/** Makes the clients for one order. */
private trait PlainLibrary:
  def producer(): PlainClient
  def consumer(): PlainClient

/** What the threads of plain clients share: their counts, and whether they go on. */
private final class Tally:
  val sent = LongAdder()
  val received = LongAdder()
  val wrong = LongAdder()

  /** Producers send no more once this is false. */
  @volatile var sending = true

  /** Consumers take no more once this is false. */
  @volatile var receiving = true

  /** The exception that a thread threw, if any. */
  @volatile var failure: Option[Throwable] = None

  def take(right: Boolean): Unit =
    if !right then wrong.increment()
    received.increment()

  /** Starts a thread, and keeps what it throws while it should still go on. */
  def thread(name: String, goesOn: => Boolean)(work: => Unit): Thread =
    val task: Runnable = () =>
      try work
      catch case e: Exception => if goesOn then failure = Some(e)
    val started = Thread(task, name)
    started.setDaemon(true)
    started.start()
    started

/** Runs plain clients for `bin/calibrate --against plain`. It reads orders and writes answers, as lines of JSON.
  * Nothing that measures brokers uses it.
  */
object Main:
  private val system = ManagementFactory.getOperatingSystemMXBean.asInstanceOf[OperatingSystemMXBean]

  /** A broker that reads slowly may still have to take what producers have sent. A producer that waits longer is cut.
    */
  private val ProducersEndMs = 2_000L
  private val ConsumersEndMs = 5_000L

  def main(arguments: Array[String]): Unit =
    val answers = OutputStreamWriter(System.out)
    // libraries may print to stdout, which carries the answers
    System.setOut(System.err)
    val orders = BufferedReader(InputStreamReader(System.in))
    Iterator.continually(orders.readLine()).takeWhile(_ != null).foreach { line =>
      answers.write(Json.write(follow(Json.read[ClientOrder](line))) + "\n")
      answers.flush()
    }
    // threads of a library would keep the JVM alive
    sys.exit(0)

  private[plain] def follow(order: ClientOrder): ClientAnswer =
    val tally = Tally()
    var made = List.empty[PlainClient]
    def several(count: Int)(make: => PlainClient) = List.fill(count) {
      made ::= make
      made.head
    }
    try
      val library = chosen(order, tally)
      val consumers = several(order.load.consumers)(library.consumer())
      val producers = several(order.load.producers)(library.producer())
      // consumers start first, so that nothing is sent before every consumer listens
      (consumers ++ producers).foreach(_.start())
      measured(order, tally) {
        tally.sending = false
        // a producer that does not end is cut later, and what it has not sent counts as undelivered
        ended(producers, ProducersEndMs, tally): Unit
        val until = System.nanoTime() + (order.drainS * 1e9).toLong
        while missing(order, tally) && System.nanoTime() < until do pause(0.01)
        tally.receiving = false
        if !ended(consumers, ConsumersEndMs, tally) then
          tally.failure = tally.failure.orElse(Some(IllegalStateException("a plain consumer did not end in time")))
      }
    catch
      case e: Exception =>
        tally.sending = false
        tally.receiving = false
        ClientAnswer.trouble(e.toString)
    finally made.foreach(client => scala.util.Try(client.cut()))

  private def chosen(order: ClientOrder, tally: Tally): PlainLibrary =
    val drivers = ServiceLoader.load(classOf[Driver]).asScala
    drivers.collectFirst { case driver: JmsDriver if driver.protocol == order.protocol => driver } match
      case Some(driver) => PlainJms(driver, order, tally)
      case None if order.protocol == "stomp" => PlainStomp(order, tally)
      case None => throw IllegalArgumentException(s"there is no plain client for '${order.protocol}'")

  private def pause(seconds: Double): Unit = TimeUnit.NANOSECONDS.sleep((seconds * 1e9).toLong)

  private def missing(order: ClientOrder, tally: Tally): Boolean =
    tally.failure.isEmpty && tally.received.sum < tally.sent.sum * order.load.copies

  /** Whether all of them have ended within this time. */
  private def ended(clients: List[PlainClient], millis: Long, tally: Tally): Boolean =
    val until = System.nanoTime() + (if tally.failure.isEmpty then millis * 1_000_000 else 0)
    clients.map(client => client.ended(math.max(1, (until - System.nanoTime()) / 1_000_000))).forall(identity)

  private final case class Moment(nanos: Long, cpuNanos: Long, sent: Long, received: Long)

  private def measured(order: ClientOrder, tally: Tally)(end: => Unit): ClientAnswer =
    def now = Moment(System.nanoTime(), system.getProcessCpuTime, tally.sent.sum, tally.received.sum)
    pause(order.warmUpS)
    val begin = now
    pause(order.seconds)
    val stop = now
    end
    val (sent, received) = (stop.sent - begin.sent, stop.received - begin.received)
    val seconds = (stop.nanos - begin.nanos) / 1e9
    ClientAnswer(
      sent / seconds,
      received / seconds,
      (stop.cpuNanos - begin.cpuNanos) / 1e3 / math.max(1L, sent + received),
      tally.sent.sum * order.load.copies,
      tally.received.sum,
      tally.wrong.sum,
      tally.failure.map(_.toString)
    )
