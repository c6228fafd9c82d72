package shootout.driver

/** How a server is known by the first bytes that it says.
  *
  * @param text
  *   with which they begin
  * @param kind
  *   what it is then, for people
  * @param anywhere
  *   the text may also stand further behind
  */
final case class Sign(text: String, kind: String, anywhere: Boolean = false):
  def fits(said: String): Boolean = if anywhere then said.contains(text) else said.startsWith(text)
