package shootout.campaign

/** How a URL writes a protocol: without an underscore, and with what says that it goes over TLS. */
object Scheme:
  private val Tls = "+ssl"

  def of(protocol: String): String = protocol.replace('_', '-')
  def overTls(protocol: String): String = of(protocol) + Tls

  def isTls(scheme: String): Boolean = scheme.endsWith(Tls)
  def protocol(scheme: String): String = scheme.stripSuffix(Tls).replace('-', '_')
