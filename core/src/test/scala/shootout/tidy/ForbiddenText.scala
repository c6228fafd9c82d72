package shootout.tidy

/** Words and calls that have a better alternative here. Patterns are put together from parts, so as not to find
  * themselves.
  */
object ForbiddenText:
  /** @param where which files the rule is about */
  private case class Rule(pattern: String, why: String, where: Source => Boolean, in: Source => String)

  private def everywhere(pattern: String, why: String) = Rule(pattern, why, _ => true, _.text)
  private def inMain(pattern: String, why: String, except: Source => Boolean) =
    Rule(pattern, why, source => source.isScalaMain && !except(source), _.code)

  /** A registry is known by the configuration of its client, never by its address. */
  private val registries =
    List("repo1?\\.maven\\.(apache\\.)?", "search\\.maven\\.", "central\\.sonatype\\.", "registry\\.npmjs\\.")
      .map(_ + "(org|com)")
      ++ List("deb\\.debian\\.", "archive\\.ubuntu\\.").map(_ + "(org|com)") ++ List(
        "pypi\\." + "org",
        "crates\\." + "io"
      )

  /** Files that may print: they are the ends of the program, where a person looks. */
  private def printer(source: Source) =
    source.path.matches(".*/shootout/(cli/.*|campaign/(Progress|BrokerFetch).scala)") ||
      source.path.matches(".*/shootout/(calibrate|report|report/compare)/Main.scala")

  /** Asks for the time of day, which jumps when somebody sets the clock. */
  private val teller = "results/src/main/scala/shootout/units/Units.scala"

  private val rules = List(
    everywhere(registries.mkString("\\b(", "|", ")\\b"), "a registry's host name"),
    everywhere("\\bkill" + "all\\b", "ends processes that others started; end your own by their id"),
    everywhere("\\brm -\\w*r\\w* +\"[^\"\n]*/\\*" + "\"", "a quoted glob never expands"),
    everywhere("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b", "do it, or file an issue"),
    Rule("\\?\\?" + "\\?", "not implemented", _.isScala, _.code),
    inMain("\\bThread\\.sleep\\b", "wait for what you need, with a limit", _ => false),
    inMain(
      "\\b(System\\.currentTimeMillis|Instant\\.now|Date(Time)?\\.now)\\b",
      "somebody may set the clock: measure and wait by Clock.nanos; when something began tells EpochMillis.now",
      _.path == teller
    ),
    inMain("\\bprint(ln|f)?\\(|\\bprintln\\b", "give the text to whoever called; only the ends print", printer)
  )

  def check(source: Source): List[Finding] =
    for
      rule <- rules if rule.where(source)
      finding <- source.find(rule.pattern, rule.in(source))(m => Some(s"'${m.group.trim}': ${rule.why}"))
    yield finding
