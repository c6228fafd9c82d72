package shootout.broker

/** Maven's errors, for people. */
private object MavenFailure:
  private val noNetwork = List(
    "unknown host",
    "connect timed out",
    "connection timed out",
    "connection refused",
    "network is unreachable",
    "read timed out",
    "unresolved address",
    "no route to host",
    "name or service not known",
    "temporary failure in name resolution"
  )
  private val colour = "\u001b\\[[0-9;]*m".r

  def explain(title: String, failure: CommandFailure): Unavailable =
    val lines = failure.output.map(colour.replaceAllIn(_, "").trim).filter(_.startsWith("[ERROR]"))
    val first = lines.map(_.stripPrefix("[ERROR]").trim).find(_.nonEmpty).getOrElse("")
    val message = first.split(" -> \\[Help").head
    // Maven wraps causes as "what failed: why: why"; the last one is what happened.
    val cause = message.split(": ").last.take(longest)
    def says(words: String*) = words.exists(message.toLowerCase.contains)
    if failure.cannotRun then
      Unavailable(s"$title is fetched with Maven, and ${failure.reason}", "install Maven")
    else if says("offline mode") then
      Unavailable(s"$title is not downloaded yet, and Maven is in offline mode", "run once with a network")
    else if says(noNetwork*) then
      Unavailable(
        s"$title is not downloaded yet, and there is no network for the download ($cause)",
        "connect to a network, or give Maven a mirror or proxy in its settings.xml, and run again"
      )
    else if says("checksum") then
      Unavailable(s"a file of $title does not have the registry's checksum ($cause)", "run again")
    else if says("could not find artifact", "was not found in") then
      Unavailable(s"a part of $title is not in the registry that Maven uses ($cause)", "check its broker.yaml")
    else Unavailable(s"$title could not be downloaded: ${failure.reason} ($cause)", "run again, or ask Maven why")

  private val longest = 300
