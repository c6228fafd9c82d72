package shootout.units

/** What others said, a broker above all, fit to be shown: no terminal obeys it, no file grows by it, and no secret is in it. */
object Sanitizer:
  /** In place of a secret. */
  val Mask = "********"

  private val MostCharacters = 500

  // ECMA-48: CSI, then the strings (OSC, DCS, SOS, PM, APC) up to their end, then all other sequences
  private val sequences = List(
    "(?:\u001b\\[|\u009b)[0-?]*[ -/]*[@-~]",
    "(?:\u001b[\\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\\\|\u009c)?",
    "\u001b[ -/]*[0-~]"
  ).mkString("|").r

  /** Direction flags reorder what stands around them on a screen. */
  private val directions = Set('\u061c', '\u200e', '\u200f') ++ ('\u202a' to '\u202e') ++ ('\u2066' to '\u2069')

  /** One line of at most 500 characters; those left out are counted.
    *
    * @param secrets
    *   that are masked
    */
  def line(said: String, secrets: Iterable[String] = Nil): String =
    val lines = plain(said, secrets).linesIterator.map(_.trim).filter(_.nonEmpty)
    val text = lines.mkString(" | ")
    if text.length <= MostCharacters then text
    else s"${text.take(MostCharacters)} ... (${text.length - MostCharacters} more characters)"

  /** All of it, with line feeds and tabs, but no other control character. */
  def plain(said: String, secrets: Iterable[String] = Nil): String =
    // also before, for a secret may look like a sequence
    val clean = sequences.replaceAllIn(masked(said, secrets), "").filterNot(isControl)
    masked(clean, secrets)

  def masked(said: String, secrets: Iterable[String]): String =
    // the longest first, for one may be the beginning of another
    secrets.filter(_.nonEmpty).toList.sortBy(-_.length).foldLeft(said)((text, secret) => text.replace(secret, Mask))

  private def isControl(c: Char): Boolean =
    (Character.isISOControl(c) && c != '\n' && c != '\t') || directions(c)
