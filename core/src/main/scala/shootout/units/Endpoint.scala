package shootout.units

import java.nio.file.Path

/** How to trust a TLS server: by the certificates in a PEM file, or in a Java key store. */
enum Trust:
  case System
  case Ca(pem: Path)
  case Store(file: Path, password: String)

/** Where a broker listens, and who we are to it. `tls`: none for plain TCP. */
case class Endpoint(host: String, port: Int, login: String, passcode: String, tls: Option[Trust]):
  override def toString: String = s"$host:$port" + (if tls.isDefined then " (TLS)" else "")
