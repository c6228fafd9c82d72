package shootout.jms.plain

import shootout.driver.{ClientAnswer, ClientOrder}
import com.sun.management.OperatingSystemMXBean
import shootout.driver.Driver
import shootout.jms.JmsDriver
import shootout.units.Json

import java.io.{BufferedReader, InputStreamReader, OutputStreamWriter}
import java.lang.management.ManagementFactory
import java.util.ServiceLoader
import java.util.concurrent.locks.LockSupport
import scala.collection.mutable.ListBuffer
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Plain clients, for `bin/calibrate --against plain`: orders come as lines of JSON, answers go as lines of JSON. Nothing that
  * measures brokers uses them.
  */
object Main:
  private val system = ManagementFactory.getOperatingSystemMXBean.asInstanceOf[OperatingSystemMXBean]

  def main(arguments: Array[String]): Unit =
    val answers = OutputStreamWriter(System.out)
    // what libraries have to say is no answer
    System.setOut(System.err)
    val orders = BufferedReader(InputStreamReader(System.in))
    Iterator.continually(orders.readLine()).takeWhile(_ != null).foreach { line =>
      answers.write(Json.write(follow(Json.read[ClientOrder](line))) + "\n")
      answers.flush()
    }
    // a library's threads do not keep it
    sys.exit(0)

  private[plain] def follow(order: ClientOrder): ClientAnswer =
    val tally = Tally()
    val made = ListBuffer[PlainClient]()
    def of(count: Int)(make: => PlainClient) = List.fill(count) {
      made += make
      made.last
    }
    try
      val library = chosen(order, tally)
      val consumers = of(order.consumers)(library.consumer())
      val producers = of(order.producers)(library.producer())
      run(order, consumers, producers, tally)
    catch
      case e: Exception =>
        tally.sending = false
        tally.receiving = false
        made.foreach(client => Try(client.cut()))
        ClientAnswer.trouble(e.toString)

  private def chosen(order: ClientOrder, tally: Tally): PlainLibrary =
    val vendor = ServiceLoader.load(classOf[Driver]).asScala.collectFirst {
      case driver: JmsDriver if driver.protocol == order.protocol => driver.vendor
    }
    vendor match
      case Some(library) => PlainJms(library, order, tally)
      case None if order.protocol == "stomp" => PlainStomp(order, tally)
      case None => throw IllegalArgumentException(s"there is no plain client for '${order.protocol}'")

  private def run(
      order: ClientOrder,
      consumers: List[PlainClient],
      producers: List[PlainClient],
      tally: Tally
  ): ClientAnswer =
    // nothing is sent before everybody listens
    consumers.foreach(_.start())
    producers.foreach(_.start())
    pause(order.warmUpS)
    val (began, cpuBefore, sentBefore, receivedBefore) =
      (System.nanoTime(), system.getProcessCpuTime, tally.sent, tally.received)
    pause(order.seconds)
    val (ended, cpu, sent, received) = (System.nanoTime(), system.getProcessCpuTime, tally.sent, tally.received)
    end(order, consumers, producers, tally)
    val seconds = (ended - began) / 1e9
    val messages = math.max(1L, sent - sentBefore + received - receivedBefore)
    ClientAnswer(
      (sent - sentBefore) / seconds,
      (received - receivedBefore) / seconds,
      (cpu - cpuBefore) / 1e3 / messages,
      tally.sent * order.copies,
      tally.received,
      tally.wrong,
      tally.failure.map(_.toString)
    )

  private def end(
      order: ClientOrder,
      consumers: List[PlainClient],
      producers: List[PlainClient],
      tally: Tally
  ): Unit =
    tally.sending = false
    val deadline = System.nanoTime() + EndNanos
    producers.foreach(_.end(deadline))
    val until = System.nanoTime() + (order.drainS * 1e9).toLong
    val owed = tally.sent * order.copies
    while tally.received < owed && tally.failure.isEmpty && System.nanoTime() < until do pause(LookS)
    tally.receiving = false
    consumers.foreach(_.end(System.nanoTime() + ConsumersEndNanos))

  /** What producers have sent may stand in front of their good-bye. */
  private val EndNanos = 20_000_000_000L
  private val ConsumersEndNanos = 5_000_000_000L
  private val LookS = 0.01

  private def pause(seconds: Double): Unit =
    val until = System.nanoTime() + (seconds * 1e9).toLong
    var rest = until - System.nanoTime()
    while rest > 0 do
      LockSupport.parkNanos(rest)
      rest = until - System.nanoTime()
