package shootout.driver

/** What a driver can be told about a broker that somebody else runs, beside its address: `--url` and the options that go with it.
  *
  * @param virtualHosts
  *   several brokers may share an address
  * @param noLogin
  *   why neither login nor passcode is taken; none: they are
  */
final case class Access(
    encryption: Encryption = Encryption.Never,
    virtualHosts: Boolean = false,
    noLogin: Option[String] = None
)

object Access:
  val plain: Access = Access()

/** Whether connections may go over TLS. */
enum Encryption:
  case Never

  /** Servers are trusted that the JVM's own store vouches for. */
  case BySystem

  /** Also those that certificates or a key store vouch for which the driver is told of. */
  case AsTold
