package shootout.broker

/** Why Maven did not get a broker. */
private object MavenFailure:
  private val colour = "\u001b\\[[0-9;]*m".r

  private def errors(failure: CommandFailure): List[String] =
    failure.output
      .map(colour.replaceAllIn(_, "").trim)
      .filter(_.startsWith("[ERROR]"))
      .map(_.stripPrefix("[ERROR]").trim)
      .filter(_.nonEmpty)

  private def names(line: String, module: String): Boolean =
    s"(?<![\\w.-])${java.util.regex.Pattern.quote(module)}(?![\\w.-])".r
      .findFirstIn(line).isDefined

  /** Whether Maven says that this module failed. */
  def concerns(failure: CommandFailure, module: String): Boolean = errors(failure).exists(names(_, module))

  /** @param title
    *   of the broker
    * @param module
    *   the one that has failed; what Maven says of others is not about it
    */
  def explain(title: String, module: String, failure: CommandFailure): FetchFailure =
    val lines = errors(failure)
    val first = lines.find(names(_, module)).orElse(lines.headOption).getOrElse("")
    val message = first.split(" -> \\[Help").head
    // Maven wraps causes as "what failed: why: why"; the last one is what happened.
    val cause = message.split(": ").last.take(longest)
    val known = s"$message ${failure.reason}".toLowerCase
    def says(words: String*) = words.exists(known.contains)
    def failed(reason: String, remedy: String, mayPass: Boolean = false) =
      FetchFailure(Unavailable(reason, remedy), mayPass)
    if failure.cannotRun then failed(s"$title is fetched with Maven, and ${failure.reason}", "install Maven")
    else if says("offline mode") then
      failed(s"$title is not downloaded yet, and Maven is in offline mode", "run once with a network")
    else if FetchFailure.lacksNetwork(known) then
      failed(
        s"$title is not downloaded yet, and there is no network for the download: $cause",
        "connect to a network, or give Maven a mirror or proxy in its settings.xml, and run again",
        mayPass = true
      )
    else if FetchFailure.lacksAnswer(known) then
      failed(
        s"$title is not downloaded yet, and the registry does not answer as it should: $cause",
        "run again later, or give Maven a mirror in its settings.xml",
        mayPass = true
      )
    else if says("could not find artifact", "was not found in") then
      failed(
        s"a part of $title is not in the registry that Maven uses: $cause",
        "give Maven another mirror in its settings.xml; if broker.yaml was changed, look whether that version exists"
      )
    else failed(s"$title could not be downloaded: ${failure.reason}: $cause", "run again, or ask Maven why")

  private val longest = 300
