package shootout.units

import java.nio.file.Path

/** How to trust a TLS server: by the JVM's own store, by the certificates in a PEM file, or in a Java key store. */
enum Trust derives Json.ReadWriter:
  case System
  case Ca(pem: Path)
  case Store(file: Path, password: String)

/** Where a broker listens for one protocol, and as whom to log in there.
  *
  * @param tls
  *   none: plain TCP
  * @param virtualHost
  *   which of the brokers that share this address; none: as the dialect says
  * @param others
  *   host and port of the broker's other nodes that take clients; a client that knows one address only has the first
  * @param standby
  *   host and port of nodes that take clients once another one has failed; a client that fails over tries them too
  */
case class Endpoint(
    host: String,
    port: Int,
    login: Option[String],
    passcode: Option[String],
    tls: Option[Trust],
    virtualHost: Option[String] = None,
    others: List[(String, Int)] = Nil,
    standby: List[(String, Int)] = Nil
) derives Json.ReadWriter:
  /** Every node that takes clients, as host and port. */
  def addresses: List[(String, Int)] = (host, port) :: others

  /** Where a client that fails over looks for the broker: first the nodes that take clients, then those that may. */
  def places: List[(String, Int)] = addresses ++ standby

  /** Without the passcode, so that it may be printed. */
  override def toString: String =
    addresses.map((host, port) => s"$host:$port").mkString(",") + (if tls.isDefined then " (TLS)" else "")

  /** What the broker said, or a library about it, for people: see [[Sanitizer]]. */
  def quoted(said: String): String = Sanitizer.line(said, secrets)

  private def secrets: List[String] =
    passcode.toList ++ tls.toList.collect { case Trust.Store(_, password) => password }
