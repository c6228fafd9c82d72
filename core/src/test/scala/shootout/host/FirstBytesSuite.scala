package shootout.host

import shootout.units.Endpoint

import java.net.{InetAddress, ServerSocket}
import scala.util.Using

/** What is said of a server that is no broker. */
class FirstBytesSuite extends munit.FunSuite:
  /** A server that answers once, when it has been spoken to or at once. */
  private def seen(answer: Option[String], asked: Boolean): Option[String] =
    Using.resource(ServerSocket(0, 1, InetAddress.getLoopbackAddress)) { server =>
      val thread = Thread { () =>
        val socket = server.accept()
        if asked then socket.getInputStream.read(new Array[Byte](8))
        answer.foreach(text => socket.getOutputStream.write(text.getBytes("ISO-8859-1")))
        socket.close()
      }
      thread.start()
      val found = FirstBytes.of(Endpoint("127.0.0.1", server.getLocalPort, None, None, None))
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
      seen(Some("AMQP\u0000\u0000\u0009\u0001"), asked = true),
      Some("it says 'AMQP....', which looks like AMQP")
    )
    assertEquals(seen(Some("hello"), asked = true), Some("it says 'hello'"))
  }

  test("nothing is said of who says nothing, or is not there") {
    assertEquals(seen(None, asked = true), None)
    val port = Using.resource(ServerSocket(0, 1, InetAddress.getLoopbackAddress))(_.getLocalPort)
    assertEquals(FirstBytes.of(Endpoint("127.0.0.1", port, None, None, None)), None)
  }
