package shootout.units

/** Makes text from elsewhere, mostly from brokers, safe to show: no terminal sequences, no secrets, and a limited
  * length.
  */
object Sanitizer:
  /** What replaces a secret. */
  val Mask = "********"

  private val MostCharacters = 500

  // ECMA-48: CSI, then the strings (OSC, DCS, SOS, PM, APC) up to their end, then all other sequences.
  private val sequences = List(
    "(?:\u001b\\[|\u009b)[0-?]*[ -/]*[@-~]",
    "(?:\u001b[\\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\\\|\u009c)?",
    "\u001b[ -/]*[0-~]"
  ).mkString("|").r

  /** These characters change the direction of the text around them on a screen. */
  private val directions = Set('\u061c', '\u200e', '\u200f') ++ ('\u202a' to '\u202e') ++ ('\u2066' to '\u2069')

  /** One line of at most 500 characters. If there are more, it ends with the number of those that are left out.
    *
    * @param secrets
    *   the texts to mask
    */
  def line(said: String, secrets: Iterable[String] = Nil): String =
    val lines = plain(said, secrets).linesIterator.map(_.trim).filter(_.nonEmpty)
    val text = lines.mkString(" | ")
    if text.length <= MostCharacters then text
    else s"${text.take(MostCharacters)} ... (${text.length - MostCharacters} more characters)"

  /** The whole text, with line feeds and tabs, but without other control characters. */
  def plain(said: String, secrets: Iterable[String] = Nil): String =
    // Mask secrets before, too, because a secret may contain what looks like a sequence.
    val clean = sequences.replaceAllIn(masked(said, secrets), "").filterNot(isControl)
    masked(clean, secrets)

  def masked(said: String, secrets: Iterable[String]): String =
    // The longest secret goes first, because a secret may start with another one.
    secrets.filter(_.nonEmpty).toList.sortBy(-_.length).foldLeft(said)((text, secret) => text.replace(secret, Mask))

  private def isControl(c: Char): Boolean =
    (Character.isISOControl(c) && c != '\n' && c != '\t') || directions(c)
