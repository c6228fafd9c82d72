package shootout.campaign

import shootout.driver.{Access, Driver, Encryption, Protocol, ProtocolSignature}
import shootout.yaml.{Node, Problem}
import shootout.units.Endpoint

import java.net.{InetAddress, ServerSocket}
import scala.util.Using

/** What is said of a server that is no broker. */
class ServerProbeSuite extends munit.FunSuite:
  /** Protocols that have been made up. */
  private final class MadeUp(val protocol: String, how: Encryption, say: Option[String], by: ProtocolSignature*)
      extends Driver:
    def title: String = protocol
    def api: String = protocol
    def name: String = protocol
    override def access: Access = Access(how)
    override def prod: Option[String] = say
    override def signs: List[ProtocolSignature] = by.toList
    def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] = Left(Nil)

  private val drivers = Drivers(
    List(
      MadeUp("plain", Encryption.Never, None, ProtocolSignature("PLAIN", "plain")),
      MadeUp("old_safe", Encryption.BySystem, Some("who is there?"), ProtocolSignature("safe", "safe", anywhere = true))
    ),
    Map.empty
  )

  /** A server that answers once, when it has been spoken to or at once. */
  private def seen(answer: Option[String], asked: Boolean, expected: String = "plain"): Option[String] =
    Using.resource(ServerSocket(0, 1, InetAddress.getLoopbackAddress)) { server =>
      val thread = Thread { () =>
        val socket = server.accept()
        if asked then assertEquals(String(socket.getInputStream.readNBytes(13)), "who is there?")
        answer.foreach(text => socket.getOutputStream.write(text.getBytes("ISO-8859-1")))
        socket.close()
      }
      thread.start()
      val found = ServerProbe.by(drivers, expected).of(Endpoint("127.0.0.1", server.getLocalPort, None, None, None))
      thread.join()
      found
    }

  test("its first line, and what it looks like") {
    assertEquals(
      seen(Some("HTTP/1.1 400 Bad Request\r\nmore"), asked = true),
      Some("it says 'HTTP/1.1 400 Bad Request', which looks like an HTTP server")
    )
    assertEquals(
      seen(Some("SSH-2.0-OpenSSH_9\r\n"), asked = false),
      Some("it says 'SSH-2.0-OpenSSH_9', which looks like an SSH server")
    )
    assertEquals(
      seen(Some("PLAIN\u0000\u0000\u0009\u0001"), asked = true),
      Some("it says 'PLAIN....', which looks like plain")
    )
    assertEquals(seen(Some("how safe"), asked = true), Some("it says 'how safe', which looks like safe"))
    assertEquals(seen(Some("hello"), asked = true), Some("it says 'hello'"))
  }

  test("TLS, with the scheme that would have been right where the protocol has one") {
    val alert = "\u0015\u0003\u0001"
    assertEquals(seen(Some(alert), asked = true), Some("it says '...', which looks like TLS"))
    assertEquals(
      seen(Some(alert), asked = true, expected = "old_safe"),
      Some("it says '...', which looks like TLS: write old-safe+ssl:// for it")
    )
  }

  test("nothing is said of who says nothing, or is not there") {
    assertEquals(seen(None, asked = true), None)
    val port = Using.resource(ServerSocket(0, 1, InetAddress.getLoopbackAddress))(_.getLocalPort)
    assertEquals(ServerProbe.by(drivers, "plain").of(Endpoint("127.0.0.1", port, None, None, None)), None)
  }
