package shootout.queue.chronicle

import net.openhft.chronicle.bytes.SyncMode
import net.openhft.chronicle.queue.ChronicleQueue
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder
import shootout.driver.*
import shootout.queue.*
import shootout.units.Endpoint

import java.io.IOException
import java.net.{InetAddress, InetSocketAddress, ServerSocket, Socket, URLEncoder}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{FileAlreadyExistsException, Files, Path, StandardCopyOption}
import java.util.{Comparator, UUID}
import scala.collection.mutable
import scala.util.Using

/** The layout of a queue in its folder.
  *
  * @param receivers
  *   the most clients that share the queue at a time
  */
private final case class ChronicleLayout(partitions: Int, receivers: Int):
  /** The number of partitions that each receiver takes at once. */
  def partitionsEach: Int = (partitions + receivers - 1) / receivers

/** The files of queues, each opened once for all clients. */
private final class ChronicleSession(endpoint: Endpoint, sync: Boolean) extends QueueSession:
  import ChronicleSession.*

  private final class Open(val queue: ChronicleQueue, var users: Int)
  private val open = mutable.Map.empty[Path, Open]
  private var closed = false

  /** The folder of all queues. */
  private lazy val home: Path = ChronicleFolder.at(endpoint)

  /** The partitions of a queue, in the same order for all clients. */
  def partitions(queue: DestinationName): List[Path] =
    val of = place(queue)
    List.tabulate(layout(queue).partitions)(n => of.resolve(n.toString))

  /** The layout with which the queue was made. */
  def layout(queue: DestinationName): ChronicleLayout =
    val Array(partitions, receivers) = Files.readString(place(queue).resolve(LayoutFile)).split(' ').map(_.toInt)
    ChronicleLayout(partitions, receivers)

  private def place(queue: DestinationName): Path = home.resolve(fileName(queue.name))

  /** Writes the layout of a queue. Another JVM may write the same at the same moment. */
  protected def make(spec: DestinationSpec): Unit =
    val of = Files.createDirectories(place(spec.name))
    val written = Files.createTempFile(of, LayoutFile, ".new")
    Files.writeString(written, s"${spec.partitionsNeeded} ${math.max(1, spec.receivers)}")
    try
      if Files.notExists(of.resolve(LayoutFile)) then
        Files.move(written, of.resolve(LayoutFile), StandardCopyOption.ATOMIC_MOVE): Unit
    catch case _: FileAlreadyExistsException => ()
    finally Files.deleteIfExists(written): Unit

  protected def delete(destination: DestinationName): Unit =
    val of = place(destination)
    synchronized {
      val idle = open.collect { case (path, one) if path.startsWith(of) && one.users == 0 => path }
      idle.foreach(open.remove(_).foreach(_.queue.close()))
    }
    if Files.isDirectory(of) then
      Using.resource(Files.walk(of))(_.sorted(Comparator.reverseOrder()).forEach(file =>
        Files.deleteIfExists(file): Unit
      ))

  /** Opens a partition for one client, which gives it back by [[release]]. */
  def acquire(partition: Path): ChronicleQueue = synchronized {
    if closed then throw IllegalStateException("the session is over")
    val one = open.getOrElseUpdate(partition, Open(built(partition), 0))
    one.users += 1
    one.queue
  }

  def release(partition: Path): Unit = synchronized {
    for one <- open.get(partition) do
      one.users -= 1
      closeIdle()
  }

  private def built(partition: Path): ChronicleQueue =
    val builder = SingleChronicleQueueBuilder.single(partition.toFile)
    (if sync then builder.syncMode(SyncMode.SYNC) else builder).build()

  /** Only checks that the process answers, because there is nothing to stay connected to. It asks every time, because
    * the next broker may use the same port.
    */
  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection =
    ChronicleFolder.at(endpoint)
    new QueueConnection(this):
      def sender(send: SendSpec): QueueSender = ChronicleSender(ChronicleSession.this, send, sync, confirmations)
      def receiver(receive: ReceiveSpec): QueueReceiver = ChronicleReceiver(ChronicleSession.this, receive)

  /** Unmaps memory when the last client that may read it has left, because its thread may outlive the session. */
  protected def end(): Unit = synchronized {
    closed = true
    closeIdle()
  }

  private def closeIdle(): Unit = if closed then
    val idle = open.collect { case (path, one) if one.users == 0 => path }
    idle.foreach(open.remove(_).foreach(_.queue.close()))

private object ChronicleSession:
  private val LayoutFile = "layout"
  private val MostCharacters = 200

  private[chronicle] def fileName(queue: String): String =
    val name = URLEncoder.encode(queue, UTF_8)
    if name.length <= MostCharacters then s"q-$name" else UUID.nameUUIDFromBytes(queue.getBytes(UTF_8)).toString

/** The folder is not on this machine. */
private final class NotHere(folder: String)
    extends IOException(
      s"its queues are in $folder, which is not on this machine; Chronicle Queue shares files, and cannot share " +
        "them over a network"
    )

/** A process in place of a broker, which says where the queues are. So queues begin and end as those of any broker do.
  * It writes nothing, and loads nothing of the library.
  */
object ChronicleFolder:
  private val ConnectMs = 2000

  /** @param arguments
    *   port and folder
    */
  def main(arguments: Array[String]): Unit =
    val folder = Files.createDirectories(Path.of(arguments(1))).toRealPath().toString
    val server = ServerSocket()
    server.bind(InetSocketAddress(InetAddress.getByName("127.0.0.1"), arguments(0).toInt))
    while true do tell(server.accept(), folder)

  private def tell(client: Socket, folder: String): Unit =
    try Using.resource(client)(_.getOutputStream.write(folder.getBytes(UTF_8)))
    catch case _: IOException => ()

  /** Asks for the folder.
    *
    * @throws java.io.IOException
    *   if the process does not answer; [[NotHere]] if the folder is on another machine
    */
  def at(endpoint: Endpoint): Path =
    Using.resource(Socket()) { socket =>
      socket.connect(InetSocketAddress(endpoint.host, endpoint.port), ConnectMs)
      socket.setSoTimeout(ConnectMs)
      val folder = String(socket.getInputStream.readNBytes(MostBytes), UTF_8)
      if folder.isEmpty then throw IOException("the process closed the connection without an answer")
      if !folder.startsWith("/") || !Files.isDirectory(Path.of(folder)) then throw NotHere(folder)
      Path.of(folder)
    }

  private val MostBytes = 4096
