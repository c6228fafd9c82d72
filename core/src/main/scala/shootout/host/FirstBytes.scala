package shootout.host

import shootout.units.Endpoint

import java.io.IOException
import java.net.{InetSocketAddress, Socket, SocketTimeoutException}
import java.nio.charset.StandardCharsets.ISO_8859_1
import scala.util.Using

/** What stands behind an address that does not speak the protocol that was expected: the first bytes it says, of itself or when it
  * is spoken to.
  */
object FirstBytes:
  private val ConnectMs = 2_000
  private val AnswerMs = 1_500
  private val Most = 60

  /** Text that servers of most kinds answer, if only to complain. */
  private val Prod = "CONNECT\naccept-version:1.0,1.1,1.2\nhost:localhost\n\n\u0000\n".getBytes(ISO_8859_1)

  private val kinds = List(
    "HTTP/" -> "an HTTP server",
    "<!DOCTYPE" -> "an HTTP server",
    "SSH-" -> "an SSH server",
    "AMQP" -> "AMQP",
    "CONNECTED" -> "STOMP",
    "ERROR" -> "STOMP",
    "\u0015\u0003" -> "TLS: write stomp+ssl:// for it"
  )

  /** None: nobody listens there, or says anything. */
  def of(endpoint: Endpoint): Option[String] =
    try
      Using.resource(Socket()) { socket =>
        socket.connect(InetSocketAddress(endpoint.host, endpoint.port), ConnectMs)
        socket.setSoTimeout(AnswerMs)
        socket.getOutputStream.write(Prod)
        val bytes = new Array[Byte](Most)
        val read = socket.getInputStream.read(bytes)
        Option.when(read > 0)(describe(String(bytes, 0, read, ISO_8859_1)))
      }
    catch case _: (IOException | SocketTimeoutException) => None

  private[host] def describe(text: String): String =
    val kind = kinds.collectFirst { case (start, name) if text.startsWith(start) => name }
      .orElse(Option.when(text.contains("ActiveMQ"))("OpenWire"))
    s"it says '${shown(text)}'" + kind.fold("")(name => s", which looks like $name")

  /** One line; what cannot be printed as a dot. */
  private def shown(text: String): String =
    text.linesIterator.nextOption.getOrElse("").map(c => if c >= ' ' && c <= '~' then c else '.')
