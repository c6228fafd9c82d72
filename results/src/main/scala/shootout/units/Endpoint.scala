package shootout.units

import java.nio.file.Path

/** How to trust a TLS server: by the JVM's own store, by the certificates in a PEM file, or by a Java key store. */
enum Trust derives Json.ReadWriter:
  case System
  case Ca(pem: Path)
  case Store(file: Path, password: String)

/** The address of a broker for one protocol, and how to log in there. */
case class Endpoint(
    host: String,
    port: Int,
    login: Option[String],
    passcode: Option[String],
    /** none for plain TCP */
    tls: Option[Trust],
    /** one of several brokers that share this address; none for the dialect's default */
    virtualHost: Option[String] = None,
    /** host and port of the broker's other nodes that accept clients; clients that take only one address do not use
      * them
      */
    others: List[(String, Int)] = Nil,
    /** host and port of the nodes that accept clients only after another one has failed; clients that fail over also
      * try these
      */
    standby: List[(String, Int)] = Nil
) derives Json.ReadWriter:
  /** Every node that accepts clients, as host and port. */
  def addresses: List[(String, Int)] = (host, port) :: others

  /** The addresses that a client tries after a failure: first the nodes that accept clients now, then the standby
    * nodes.
    */
  def places: List[(String, Int)] = addresses ++ standby

  /** Without the passcode, so it may be printed. */
  override def toString: String =
    addresses.map((host, port) => s"$host:$port").mkString(",") + (if tls.isDefined then " (TLS)" else "")

  /** Makes text from the broker, or from a library about it, safe to show, see [[Sanitizer]]. */
  def quoted(said: String): String = Sanitizer.line(said, secrets)

  private def secrets: List[String] =
    passcode.toList ++ tls.toList.collect { case Trust.Store(_, password) => password }
