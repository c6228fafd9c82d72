package shootout.tidy

/** Words and calls that have a better alternative. Patterns are split, so that they do not match themselves. */
object ForbiddenText:
  private case class Rule(pattern: String, why: String, where: Source => Boolean, in: Source => String)

  private def everywhere(pattern: String, why: String) = Rule(pattern, why, _ => true, _.text)
  private def inMain(pattern: String, why: String, except: Source => Boolean) =
    Rule(pattern, why, source => source.isScalaMain && !except(source), _.code)

  /** Only the configuration of a client names a registry. */
  private val registries =
    List("repo1?\\.maven\\.(apache\\.)?", "search\\.maven\\.", "central\\.sonatype\\.", "registry\\.npmjs\\.")
      .map(_ + "(org|com)")
      ++ List("deb\\.debian\\.", "archive\\.ubuntu\\.").map(_ + "(org|com)") ++ List(
        "pypi\\." + "org",
        "crates\\." + "io"
      )

  /** Files that may print for the user. */
  private def printer(source: Source) =
    source.path.matches(".*/shootout/(cli/.*|campaign/(Progress|BrokerFetch).scala)") ||
      source.path.matches(".*/shootout/(calibrate|report|report/compare)/Main.scala")

  /** The only file that reads the time of day, which may jump. */
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
      "the clock may be set: measure and wait by Clock.nanos; take times of day from EpochMillis.now",
      _.path == teller
    ),
    inMain("\\bprint(ln|f)?\\(|\\bprintln\\b", "return the text to the caller; only the command line prints", printer)
  )

  def check(source: Source): List[Finding] =
    for
      rule <- rules if rule.where(source)
      finding <- source.find(rule.pattern, rule.in(source))(m => Some(s"'${m.group.trim}': ${rule.why}"))
    yield finding
