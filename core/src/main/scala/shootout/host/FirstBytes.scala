package shootout.host

import shootout.campaign.{Drivers, Scheme}
import shootout.driver.{Encryption, Sign}
import shootout.units.Endpoint

import java.io.IOException
import java.net.{InetSocketAddress, Socket, SocketTimeoutException}
import java.nio.charset.StandardCharsets.ISO_8859_1
import scala.util.Using

/** What stands behind an address that does not speak the protocol that was expected: the first bytes it says, of itself or when it
  * is spoken to.
  *
  * @param prod
  *   what it is told: a text that servers of most kinds answer, if only to complain
  * @param signs
  *   what it may be known by
  */
final class FirstBytes(prod: String, signs: List[Sign]):
  /** None: nobody listens there, or says anything. */
  def of(endpoint: Endpoint): Option[String] =
    try
      Using.resource(Socket()) { socket =>
        socket.connect(InetSocketAddress(endpoint.host, endpoint.port), FirstBytes.ConnectMs)
        socket.setSoTimeout(FirstBytes.AnswerMs)
        socket.getOutputStream.write(prod.getBytes(ISO_8859_1))
        val bytes = new Array[Byte](FirstBytes.Most)
        val read = socket.getInputStream.read(bytes)
        Option.when(read > 0)(describe(String(bytes, 0, read, ISO_8859_1)))
      }
    catch case _: (IOException | SocketTimeoutException) => None

  private def describe(text: String): String =
    val kind = signs.find(_.fits(text)).map(_.kind)
    s"it says '${shown(text)}'" + kind.fold("")(name => s", which looks like $name")

  /** One line; what cannot be printed as a dot. */
  private def shown(text: String): String =
    text.linesIterator.nextOption.getOrElse("").map(c => if c >= ' ' && c <= '~' then c else '.')

object FirstBytes:
  private val ConnectMs = 2_000
  private val AnswerMs = 1_500
  private val Most = 60

  /** Servers that nobody benchmarks here. */
  private val others =
    List(Sign("HTTP/", "an HTTP server"), Sign("<!DOCTYPE", "an HTTP server"), Sign("SSH-", "an SSH server"))

  /** How a message of TLS begins that says no to what is none. */
  private val TlsAlert = "\u0015\u0003"

  /** By what the drivers know.
    *
    * @param protocol
    *   that was expected
    */
  def by(drivers: Drivers, protocol: String): FirstBytes =
    val remedy =
      if drivers.access(protocol).encryption == Encryption.Never then ""
      else s": write ${Scheme.overTls(protocol)}:// for it"
    FirstBytes(drivers.prod, others ++ (Sign(TlsAlert, s"TLS$remedy") :: drivers.signs))
