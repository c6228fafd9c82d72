package shootout.broker

/** Why a broker was not fetched, for people.
  *
  * @param mayPass
  *   it is worth another try in a moment
  */
private final case class FetchFailure(unavailable: Unavailable, mayPass: Boolean)

private object FetchFailure:
  /** No way to the registry. */
  private val noNetwork = List(
    "unknown host",
    "unknownhost",
    "connect timed out",
    "connection timed out",
    "connection refused",
    "network is unreachable",
    "unresolved address",
    "no route to host",
    "name or service not known",
    "temporary failure in name resolution",
    "no such host",
    "failed to establish a new connection",
    "econnrefused",
    "enotfound",
    "eai_again"
  )

  /** There is something, and it does not answer as it should. */
  private val noAnswer = List(
    "read timed out",
    "read timeout",
    "request timed out",
    "timeout",
    "connection reset",
    "failed to respond",
    "premature end",
    "broken pipe",
    "remote host terminated",
    "unexpected end of file",
    "unexpected eof",
    "econnreset",
    "etimedout",
    "err_socket_timeout",
    "incompleteread",
    "connection broken"
  )

  /** "Not now", and an error of the registry's own; as Maven, pip, npm and go say it. */
  private val status =
    "(?:status(?: code)?: |http error |error code e|npm (?:err!|error) )(?:408|429|5\\d\\d)\\b|: (?:408|429|5\\d\\d) [a-z]".r

  /** @param said
    *   by the client, in lower case
    */
  def lacksNetwork(said: String): Boolean = noNetwork.exists(said.contains)

  def lacksAnswer(said: String): Boolean = noAnswer.exists(said.contains) || status.findFirstIn(said).isDefined
