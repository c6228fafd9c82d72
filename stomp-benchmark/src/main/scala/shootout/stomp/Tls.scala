package shootout.stomp

import shootout.units.Trust

import java.io.InputStream
import java.nio.file.{Files, Path}
import java.security.cert.CertificateFactory
import java.security.{KeyStore, SecureRandom}
import javax.net.ssl.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** TLS contexts that trust as told, and that check the server's name as a browser does. */
object Tls:
  def context(trust: Trust): SSLContext =
    val context = SSLContext.getInstance("TLS")
    val managers = trust match
      case Trust.System => null
      case Trust.Ca(pem) => trustManagers(fromPem(pem))
      case Trust.Store(file, password) => trustManagers(fromStore(file, password))
    context.init(null, managers, null)
    NameChecking(context)

  private def trustManagers(store: KeyStore): Array[TrustManager] =
    val factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm)
    factory.init(store)
    factory.getTrustManagers

  private def fromPem(pem: Path): KeyStore =
    val store = KeyStore.getInstance(KeyStore.getDefaultType)
    store.load(null, null)
    Using.resource(Files.newInputStream(pem)) { (in: InputStream) =>
      val certificates = CertificateFactory.getInstance("X.509").generateCertificates(in).nn.asScala
      for (certificate, i) <- certificates.zipWithIndex do store.setCertificateEntry(s"ca-$i", certificate)
    }
    store

  private def fromStore(file: Path, password: String): KeyStore =
    KeyStore.getInstance(file.toFile, password.toCharArray)

  /** HawtDispatch makes its engines itself and asks for no name check; this context's engines always do (RFC 2818). */
  private final class NameChecking(context: SSLContext)
      extends SSLContext(NameCheckingSpi(context), context.getProvider, context.getProtocol)

  private final class NameCheckingSpi(context: SSLContext) extends SSLContextSpi:
    private def checking(engine: SSLEngine): SSLEngine =
      val parameters = engine.getSSLParameters
      parameters.setEndpointIdentificationAlgorithm("HTTPS")
      engine.setSSLParameters(parameters)
      engine

    def engineCreateSSLEngine(): SSLEngine = checking(context.createSSLEngine())
    def engineCreateSSLEngine(host: String, port: Int): SSLEngine = checking(context.createSSLEngine(host, port))
    def engineInit(keys: Array[KeyManager], trust: Array[TrustManager], random: SecureRandom): Unit =
      context.init(keys, trust, random)
    def engineGetSocketFactory(): SSLSocketFactory = context.getSocketFactory
    def engineGetServerSocketFactory(): SSLServerSocketFactory = context.getServerSocketFactory
    def engineGetServerSessionContext(): SSLSessionContext = context.getServerSessionContext
    def engineGetClientSessionContext(): SSLSessionContext = context.getClientSessionContext
