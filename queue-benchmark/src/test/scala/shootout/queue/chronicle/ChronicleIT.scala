package shootout.queue.chronicle

import shootout.driver.*
import shootout.campaign.ChildJvm
import shootout.queue.QueueSystems
import shootout.queue.QueueSystems.{receives, sends}
import shootout.scenario.{Content, MessageForm, MessageKind}
import shootout.units.{DestinationType, Endpoint}

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** Queues in files: readers of a partition, a JVM that is killed, and the times to write and read. */
class ChronicleIT extends munit.FunSuite:
  override def munitTimeout: Duration = 100.seconds

  private val system = QueueSystems.named("chronicle")
  private val broker = system.underTest("test-chronicle")
  private val id = Stamp.producer(7, 3)
  private def endpoint: Endpoint = broker.endpoint(system.name)
  private def queue(name: String) = DestinationName(DestinationType.Queue, name)

  override def beforeAll(): Unit = broker.start()
  override def afterAll(): Unit = broker.close()

  private def withSession[A](body: Session => A): A = QueueSystems.withSession(system.protocol, endpoint)(body)

  private def consuming(session: Session, name: String, of: DestinationName): Probe =
    Probe(session, ClientSpec(name, None, Some(receives(of)))).connect()

  private def producing(session: Session, of: DestinationName): Probe =
    Probe(session, ClientSpec("p", Some(sends(of)), None)).connect()

  test("a partition has one receiver, and the next one continues at the same message"):
    withSession: session =>
      val of = queue("taken over")
      session.create(List(DestinationSpec(of, Some(1), receivers = 2)))
      val first = consuming(session, "c1", of)
      val second = consuming(session, "c2", of)
      val producer = producing(session, of).sendAll(10, id, 100)
      assertEquals(first.receive(10).map(_.sequence), List.tabulate(10)(_.toLong))
      assertEquals(second.receiveUnwanted(), None)
      first.client.execute(() => first.client.acknowledge())
      first.close()
      producer.sendAll(5, id, 100)
      assertEquals(second.receive(5).map(_.sequence), List.tabulate(5)(_.toLong))
      List(producer, second).foreach(_.close())

  test("a single receiver gets all partitions"):
    withSession: session =>
      val of = queue("left over")
      session.create(List(DestinationSpec(of, None, receivers = 4)))
      val producer = producing(session, of)
      for _ <- 1 to 40 do producer.sendAll(1, id, 100)
      val only = consuming(session, "c", of)
      assertEquals(only.receive(40).size, 40)
      List(producer, only).foreach(_.close())

  test("another session gets nothing from a partition until its receiver is gone"):
    val of = queue("two sessions")
    withSession: session =>
      val first = consuming(session, "c1", of)
      withSession: other =>
        val second = consuming(other, "c2", of)
        producing(other, of).sendAll(3, id, 100).close()
        assertEquals(first.receive(3).size, 3)
        assertEquals(second.receiveUnwanted(), None)
        first.abort()
        assertEquals(second.receive(3).map(_.sequence), List(0L, 1L, 2L))
        second.close()

  test("messages that a killed JVM had confirmed are delivered once and in order"):
    val of = queue("killed")
    val flags = "-Xmx128m" :: system.driver.jvmFlags
    val process =
      ChildJvm.startPiped(flags, "shootout.queue.chronicle.ChronicleSending", List(s"${endpoint.port}", of.name))
    val printed = process.inputReader.lines.iterator.asScala
    val some = printed.find(_.toIntOption.exists(_ >= ChronicleSending.Enough))
    assert(some.isDefined, "the JVM ended")
    // unlike Process.destroyForcibly, this keeps the output
    process.toHandle.destroyForcibly()
    val confirmed = printed.flatMap(_.toIntOption).foldLeft(some.get.toInt)(math.max)
    process.waitFor()
    withSession: session =>
      val last = Stamp.producer(7, 4)
      val producer = producing(session, of).sendAll(1, last, 100)
      assertEquals(producer.confirmations(1), List(0L))
      val consumer = consuming(session, "c", of)
      val came = Iterator.continually(consumer.receive(1).head).takeWhile(_.producer != last).toList
      assert(came.forall(_.intact))
      assertEquals(came.map(_.sequence), List.tabulate(came.size)(_.toLong))
      assert(came.size >= confirmed, s"$confirmed were confirmed, and ${came.size} came")
      List(producer, consumer).foreach(_.close())

  test("the times to write and read a price update are reported with its stamp"):
    val of = queue("timed")
    val kind = MessageKind(MessageForm.Externalizable, Content.PriceUpdate)
    val spec = sends(of).copy(message = kind, timed = true, bodyBytes = Some(Content.PriceUpdateBytes))
    withSession: session =>
      val (writing, reading) = (Timings(10), Timings(10))
      val consumer = session.client(ClientSpec("c", None, Some(receives(of).copy(timed = true))), reading)
      consumer.execute(() => consumer.connect())
      val producer = session.client(ClientSpec("p", Some(spec), None), writing)
      producer.execute: () =>
        producer.connect()
        for n <- 0 until 10 do producer.send(0, id, n, 1, 1000L + n, Content.PriceUpdateBytes)
        producer.flush()
      assert(reading.done.await(50, TimeUnit.SECONDS), "not all were read")
      val stamps = List.tabulate(10)(1000L + _)
      for timings <- List(writing, reading) do
        assertEquals(timings.all.asScala.map(_._2).toList, stamps)
        assert(timings.all.asScala.forall(_._1 > 0))
      assertEquals(reading.messages, 10)
      List(producer, consumer).foreach(client => client.execute(() => client.abort()))

/** Records the times to write or read messages. */
private final class Timings(count: Int) extends ClientListener:
  val all = ConcurrentLinkedQueue[(Long, Long)]()
  val done = CountDownLatch(count)
  @volatile var messages = 0

  override def onWritten(nanos: Long, stampNanos: Long): Unit = all.add(nanos -> stampNanos)
  override def onRead(nanos: Long, stampNanos: Long): Unit = all.add(nanos -> stampNanos)
  def onReady(): Unit = ()
  def onWritable(): Unit = ()
  def onConfirmed(sequence: Long): Unit = ()
  def onBatch(arrivalNanos: Long): Unit = ()
  def onMessage(producer: Int, sequence: Long, stampNanos: Long, bodyBytes: Int, intact: Boolean): Boolean =
    if intact && bodyBytes == Content.PriceUpdateBytes then messages += 1
    done.countDown()
    true
  def onBatchEnd(): Unit = ()
  def onTransactionEnd(committed: Boolean): Unit = ()
  def onClosed(): Unit = ()
  def onFailure(cause: Throwable): Unit = ()

/** A JVM that sends until it is killed, and prints how many messages are confirmed. */
object ChronicleSending:
  val Enough = 5000
  private val Together = 100

  /** @param arguments
    *   port and name of the queue
    */
  def main(arguments: Array[String]): Unit =
    val to = DestinationName(DestinationType.Queue, arguments(1))
    val endpoint = Endpoint("127.0.0.1", arguments(0).toInt, None, None, None)
    val session = QueueSystems.named("chronicle").protocol.open(endpoint)
    val producer = Probe(session, ClientSpec("p", Some(sends(to).copy(batched = true)), None)).connect()
    var sent = 0
    while true do
      val from = sent
      producer.client.execute: () =>
        producer.client.send(0, Stamp.producer(7, 3), from, Together, System.nanoTime(), 100)
        producer.client.flush()
      sent += producer.confirmations(Together).size
      println(sent)
