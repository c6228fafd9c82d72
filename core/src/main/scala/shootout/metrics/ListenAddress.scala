package shootout.metrics

/** Where the metrics are served.
  *
  * @param port
  *   0: any that is free
  */
final case class ListenAddress(host: String, port: Int):
  override def toString: String = s"$host:$port"

object ListenAddress:
  /** Nobody else can connect, unless another address is written. */
  private val Loopback = "127.0.0.1"
  private val HighestPort = 65535

  /** `9400`, `0.0.0.0:9400`, `[::1]:9400`; none: it is written in another way. */
  def read(text: String): Option[ListenAddress] =
    val (host, port) = text.lastIndexOf(':') match
      case -1 => (Loopback, text)
      case at => (text.take(at), text.drop(at + 1))
    port.toIntOption.filter(p => p >= 0 && p <= HighestPort && host.nonEmpty).map(ListenAddress(host, _))
