package shootout.units

import java.nio.file.Path

/** What a client trusts when it speaks TLS; with neither: the JVM's own trust store.
  *
  * @param trustStore
  *   a Java key store (PKCS #12 or JKS) of trusted certificates
  * @param authority
  *   a PEM file with the certificates of the authorities to trust
  */
case class Tls(trustStore: Option[Path], authority: Option[Path])

/** Where a broker listens for one protocol, and as whom to log in there.
  *
  * @param tls
  *   none: plain TCP
  */
case class Endpoint(host: String, port: Int, login: Option[String], passcode: Option[String], tls: Option[Tls]):
  /** Without the passcode, so that it may be printed. */
  override def toString: String = s"$host:$port" + (if tls.isDefined then " (TLS)" else "")
