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
import scala.util.Using

/** STOMP over TLS, against a server with certificates from `keytool`. */
class TlsSuite extends munit.FunSuite:
  import ClientUnderTest.{receives, sends}
  import ScriptedServer.message

  /** The server's key store, and its self-signed certificate. */
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

  /** Like `keytool -exportcert -rfc`, without another JVM. */
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

  private def against(identity: Identity, protocol: String)(script: Talk => Unit)(body: ScriptedServer => Unit): Unit =
    Using.resource(server(identity, protocol)(script))(body)

  private def client(port: Int, spec: ClientSpec, trust: Trust = Trust.Ca(good.pem), host: String = "127.0.0.1") =
    val endpoint = ClientUnderTest.endpoint(port).copy(host = host, tls = Some(trust))
    ClientUnderTest(endpoint, spec, ClientUnderTest.dialect())

  private def producing(bytes: Option[Int] = Some(20)) = ClientSpec("p", Some(sends(bytes)), None)
  private val consuming = ClientSpec("c", None, Some(receives()))

  for protocol <- List("TLSv1.2", "TLSv1.3") do
    test(s"$protocol: a client trusts a PEM file or a key store, by address or name"):
      against(good, protocol) { talk =>
        talk.welcome("1.2")
        talk.serve()
      } { server =>
        for
          trust <- List(Trust.Ca(good.pem), Trust.Store(good.store, TlsSuite.Password))
          host <- List("127.0.0.1", "localhost")
        do
          val p = client(server.port, producing(), trust, host).ready()
          p.end()
          p.ready()
      }

    test(s"$protocol: a client sends thousands of messages, and large ones"):
      against(good, protocol) { talk =>
        talk.welcome("1.2")
        talk.serve()
      } { server =>
        for (bytes, count, spec) <- List((1024, 2000, Some(1024)), (1024, 2000, None), (1 << 20, 3, Some(1 << 20))) do
          val p = client(server.port, producing(spec)).ready()
          p.sendAll(count, bytes)
          for i <- 0 until count do
            val frame = server.await("SEND")
            assertEquals((frame.sequence, frame.body.length), (i.toLong, bytes))
          p.end()
      }

    test(s"$protocol: a client that pauses receives thousands of messages, and large ones"):
      against(good, protocol) { talk =>
        talk.welcome("1.2", subscribes = true)
        for i <- 0 until 2000 do talk.say(message(i, 1024))
        for i <- 2000 until 2003 do talk.say(message(i, 1 << 20))
        talk.serve()
      } { server =>
        val c = client(server.port, consuming)
        c.on = event =>
          val stop = event.startsWith("message") && event.endsWith("99")
          if stop then c.client.after(Nanos(1_000_000L), () => c.client.resume())
          !stop
        c.ready()
        for i <- 0 until 2003 do c.expect(s"message $i")
        c.end()
      }

    test(s"$protocol: a hang-up is a failure, but a good end after DISCONNECT"):
      against(good, protocol) { talk =>
        talk.welcome("1.2", subscribes = true)
        talk.say(message(1))
        talk.hangUp()
      } { server =>
        val c = client(server.port, consuming).ready().expect("message 1")
        fails(c)
      }
      against(good, protocol) { talk =>
        talk.welcome("1.2")
        while talk.hear().command != "DISCONNECT" do ()
        talk.hangUp()
      }(server => client(server.port, producing()).ready().end())

    test(s"$protocol: a certificate that is unknown or of another host is refused"):
      against(good, protocol)(_.welcome("1.2")): server =>
        for trust <- List(Trust.Ca(elsewhere.pem), Trust.System) do
          fails(client(server.port, producing(), trust).connect(), "unable to find valid certification path")
      against(elsewhere, protocol)(_.welcome("1.2")): server =>
        for
          (host, reason) <- List(
            "127.0.0.1" -> "No subject alternative (names matching IP address|DNS name matching)",
            "localhost" -> "No (name matching localhost|subject alternative DNS name matching)"
          )
        do fails(client(server.port, producing(), Trust.Ca(elsewhere.pem), host).connect(), reason)

  /** The next event, and the only one, is a failure for this reason. */
  private def fails(client: ClientUnderTest, reason: String = "")(using munit.Location): Unit =
    val failure = client.next()
    assert(failure.startsWith("failed: ") && reason.r.findFirstIn(failure).isDefined, failure)
    client.expectNothing()

  test("a missing trust store, or a wrong password, is a failure"):
    for trust <- List(Trust.Ca(folder.resolve("none.pem")), Trust.Store(good.store, "wrong")) do
      fails(client(1, producing(), trust).connect())

  test("a server without TLS is a failure, and so is a silent one"):
    Using.resource(ScriptedServer.plain(_.say("ERROR\nmessage:what is this\n\n\u0000"))): plain =>
      fails(client(plain.port, producing()).connect())
    val release = CountDownLatch(1)
    Using.resource(ScriptedServer.plain(_ => release.await(10, TimeUnit.SECONDS))): silent =>
      val endpoint = ClientUnderTest.endpoint(silent.port).copy(tls = Some(Trust.Ca(good.pem)))
      val answer = StompProtocol(ClientUnderTest.dialect(), Map.empty).handshake(endpoint, Nanos(500_000_000L))
      release.countDown()
      assert(answer.left.exists(no => no.reason.contains("no connection within") && !no.refused), answer)

object TlsSuite:
  private val Password = "changeit"
