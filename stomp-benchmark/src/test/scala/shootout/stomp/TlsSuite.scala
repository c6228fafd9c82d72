package shootout.stomp

import shootout.driver.ClientSpec
import shootout.units.{Nanos, Trust}

import java.nio.file.{Files, Path}
import java.security.KeyStore
import java.security.cert.Certificate
import java.util.Base64
import java.util.concurrent.{CountDownLatch, TimeUnit}
import javax.net.ssl.{KeyManagerFactory, SSLContext, SSLServerSocket}
import java.net.InetAddress
import scala.sys.process.*

/** STOMP over TLS, against a server whose certificates `keytool` makes on the spot. */
class TlsSuite extends munit.FunSuite:
  import ClientUnderTest.{receives, sends}
  import ScriptedServer.message

  /** A key with its self-signed certificate, as the server's key store and as what clients trust. */
  private case class Identity(store: Path, pem: Path)

  private lazy val folder = Files.createTempDirectory("tls")
  private lazy val good = identity("good", "ip:127.0.0.1,dns:localhost")
  private lazy val elsewhere = identity("elsewhere", "dns:elsewhere.example")

  private def identity(name: String, names: String): Identity =
    val store = folder.resolve(s"$name.p12")
    val keytool = Path.of(sys.props("java.home"), "bin", "keytool").toString
    val all =
      List(keytool, "-genkeypair", "-alias", "a", "-keystore", store.toString, "-storepass", TlsSuite.Password) ++
        List("-keyalg", "RSA", "-keysize", "2048", "-validity", "2", "-storetype", "PKCS12") ++
        List("-dname", s"CN=$name", "-ext", s"san=$names", "-ext", "bc=ca:true")
    assertEquals(all.!(ProcessLogger(_ => ())), 0, all.mkString(" "))
    val certificate = KeyStore.getInstance(store.toFile, TlsSuite.Password.toCharArray).getCertificate("a")
    Identity(store, Files.writeString(folder.resolve(s"$name.pem"), pemOf(certificate)))

  /** What `keytool -exportcert -rfc` would write, without another JVM. */
  private def pemOf(certificate: Certificate): String =
    val encoded = Base64.getMimeEncoder.encodeToString(certificate.getEncoded)
    s"-----BEGIN CERTIFICATE-----\n$encoded\n-----END CERTIFICATE-----\n"

  override def afterAll(): Unit =
    val files = Files.list(folder)
    try files.forEach(Files.delete(_))
    finally files.close()
    Files.delete(folder)

  private def server(identity: Identity, protocol: String)(script: Talk => Unit): ScriptedServer =
    val store = KeyStore.getInstance(identity.store.toFile, TlsSuite.Password.toCharArray)
    val keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm)
    keys.init(store, TlsSuite.Password.toCharArray)
    val context = SSLContext.getInstance("TLS")
    context.init(keys.getKeyManagers, null, null)
    val socket = context.getServerSocketFactory
      .createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))
      .asInstanceOf[SSLServerSocket]
    socket.setEnabledProtocols(Array(protocol))
    ScriptedServer(socket)(script)

  private def client(port: Int, trust: Trust, spec: ClientSpec, host: String = "127.0.0.1"): ClientUnderTest =
    val endpoint = ClientUnderTest.endpoint(port).copy(host = host, tls = Some(trust))
    ClientUnderTest(endpoint, spec, ClientUnderTest.dialect())

  private def producing(bytes: Option[Int] = Some(20)) = ClientSpec("p", Some(sends(bytes)), None)
  private val consuming = ClientSpec("c", None, Some(receives()))

  private def against(identity: Identity, protocol: String)(script: Talk => Unit)(body: ScriptedServer => Unit): Unit =
    val tls = server(identity, protocol)(script)
    try body(tls)
    finally tls.close()

  for protocol <- List("TLSv1.2", "TLSv1.3") do
    test(s"$protocol: connects trusting a PEM file or a key store, by address or by name, and closes") {
      against(good, protocol) { talk =>
        talk.welcome("1.2")
        talk.serve()
      } { server =>
        for
          trust <- List(Trust.Ca(good.pem), Trust.Store(good.store, TlsSuite.Password))
          host <- List("127.0.0.1", "localhost")
        do
          val p = client(server.port, trust, producing(), host).ready()
          p.ends()
          p.ready()
      }
    }

    test(s"$protocol: thousands of messages and large ones, out") {
      against(good, protocol) { talk =>
        talk.welcome("1.2")
        talk.serve()
      } { server =>
        for (bytes, count, spec) <- List((1024, 2000, Some(1024)), (1024, 2000, None), (1 << 20, 3, Some(1 << 20))) do
          val p = client(server.port, Trust.Ca(good.pem), producing(spec)).ready()
          p.sendAll(count, bytes)
          for i <- 0 until count do
            val frame = server.await("SEND")
            assertEquals((frame.sequence, frame.body.length), (i.toLong, bytes))
          p.ends()
      }
    }

    test(s"$protocol: thousands of messages and large ones, in, with pauses") {
      against(good, protocol) { talk =>
        talk.welcome("1.2", subscribes = true)
        for i <- 0 until 2000 do talk.say(message(i, 1024))
        for i <- 2000 until 2003 do talk.say(message(i, 1 << 20))
        talk.serve()
      } { server =>
        val c = client(server.port, Trust.Ca(good.pem), consuming)
        c.on = event =>
          val stop = event.startsWith("message") && event.endsWith("99")
          if stop then c.client.after(Nanos(1_000_000L), () => c.client.resume())
          !stop
        c.ready()
        for i <- 0 until 2003 do assertEquals(c.next(), s"message $i")
        c.ends()
      }
    }

    test(s"$protocol: a hang-up is a failure, after DISCONNECT a good end") {
      against(good, protocol) { talk =>
        talk.welcome("1.2", subscribes = true)
        talk.say(message(1))
        talk.hangUp()
      } { server =>
        val c = client(server.port, Trust.Ca(good.pem), consuming).connect().expect("ready", "message 1")
        val failure = c.next()
        assert(failure.startsWith("failed: "), failure)
        assertEquals(c.unwanted(), None)
      }
      against(good, protocol) { talk =>
        talk.welcome("1.2")
        while talk.hear().command != "DISCONNECT" do ()
        talk.hangUp()
      } { server =>
        val p = client(server.port, Trust.Ca(good.pem), producing()).ready()
        p.ends()
      }
    }

    test(s"$protocol: an unknown certificate and another host's are refused with the reason") {
      against(good, protocol)(_.welcome("1.2")) { server =>
        for trust <- List(Trust.Ca(elsewhere.pem), Trust.System) do
          val p = client(server.port, trust, producing()).connect()
          val failure = p.next()
          assert(failure.contains("unable to find valid certification path"), failure)
          assertEquals(p.unwanted(), None)
      }
      against(elsewhere, protocol)(_.welcome("1.2")) { server =>
        val reasons = List(
          "127.0.0.1" -> "No subject alternative names matching IP address",
          "localhost" -> "No name matching localhost"
        )
        for (host, reason) <- reasons do
          val p = client(server.port, Trust.Ca(elsewhere.pem), producing(), host).connect()
          val failure = p.next()
          assert(failure.contains(reason) || failure.contains("No subject alternative DNS name matching"), failure)
      }
    }

  test("a trust store that is not there, or not opened by the password, is a failure") {
    for trust <- List(Trust.Ca(folder.resolve("none.pem")), Trust.Store(good.store, "wrong")) do
      val p = client(1, trust, producing()).connect()
      val failure = p.next()
      assert(failure.startsWith("failed: "), failure)
      assertEquals(p.unwanted(), None)
  }

  test("a server that speaks no TLS is a failure, and so is a silent one to the handshake's time-out") {
    val plain = ScriptedServer.plain(_.say("ERROR\nmessage:what is this\n\n\u0000"))
    try
      val p = client(plain.port, Trust.Ca(good.pem), producing()).connect()
      assert(p.next().startsWith("failed: "))
    finally plain.close()
    val release = CountDownLatch(1)
    val silent = ScriptedServer.plain(_ => release.await(10, TimeUnit.SECONDS))
    try
      val endpoint = ClientUnderTest.endpoint(silent.port).copy(tls = Some(Trust.Ca(good.pem)))
      val answer = StompProtocol(ClientUnderTest.dialect(), Map.empty).handshake(endpoint, Nanos(500_000_000L))
      assert(answer.left.exists(no => no.reason.contains("no connection within") && !no.refused), answer)
    finally
      release.countDown()
      silent.close()
  }

object TlsSuite:
  private val Password = "changeit"
