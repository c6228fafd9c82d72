package shootout.queue.chronicle

import shootout.units.Endpoint

import java.io.IOException
import java.net.{InetAddress, InetSocketAddress, ServerSocket, Socket}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.util.Using

/** The folder is not on this machine. */
private final class NotHere(folder: String)
    extends IOException(
      s"its queues are in $folder, which is not on this machine; Chronicle Queue shares files, and nothing over a network"
    )

/** In place of a broker: a process that tells where the queues are, so that they begin and end as those of any broker do. It writes nothing, and
  * loads nothing of the library.
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

  /** Asks for it.
    *
    * @throws java.io.IOException
    *   if nobody answers; [[NotHere]] if it is the folder of another machine
    */
  def at(endpoint: Endpoint): Path =
    Using.resource(Socket()) { socket =>
      socket.connect(InetSocketAddress(endpoint.host, endpoint.port), ConnectMs)
      socket.setSoTimeout(ConnectMs)
      val folder = String(socket.getInputStream.readNBytes(MostBytes), UTF_8)
      if folder.isEmpty then throw IOException("it hung up without a word")
      if !folder.startsWith("/") || !Files.isDirectory(Path.of(folder)) then throw NotHere(folder)
      Path.of(folder)
    }

  private val MostBytes = 4096
