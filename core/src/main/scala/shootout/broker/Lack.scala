package shootout.broker

import shootout.input.{Fields, Node, Place, Reader}

/** What a broker cannot do over a protocol: an entry of `cannot:`, which is `word: reason` or, if it was seen with some
  * versions only, `word: {because: reason, versions: "<4.0"}`; with `hangs: true` it shows only by waiting in vain.
  *
  * @param capability
  *   in the words of the drivers, which this room does not know
  * @param at
  *   where the word stands
  * @param versions
  *   none: all of them
  * @param hangs
  *   nothing refuses it: something never comes
  */
case class Lack(
    capability: String,
    because: String,
    at: Place,
    versions: Option[VersionRange],
    hangs: Boolean = false
):
  /** @param version
    *   the one at hand; none: not known, and then it is taken to be one of these
    */
  def appliesTo(version: Option[String]): Boolean = versions.forall(range => version.forall(range.contains))

object Lack:
  private val words = "a reason, or a mapping: because, versions, hangs"

  /** Of a lack, without its word. */
  private final case class Reasoned(because: String, versions: Option[VersionRange], hangs: Boolean)
  private val range = Reader.scalar(VersionRange.syntax)(VersionRange.of)
  private val whole: Reader[Reasoned] = Fields.reader(words) { (f, _) =>
    val versions = f.option("versions", range)
    val hangs = f.getOrElse("hangs", Reader.boolean)(false)
    f.require("because", Reader.text).map(Reasoned(_, versions, hangs))
  }
  private val reason: Reader[Reasoned] = Reader.of(words) { (node, problems) =>
    node match
      case Node.Scalar(text, _) => Some(Reasoned(text, None, hangs = false))
      case other => whole.read(other, problems)
  }

  val all: Reader[List[Lack]] = Reader.of(s"a mapping of capabilities, each with $words") { (node, problems) =>
    node match
      case Node.Mapping(entries, _) =>
        Some(for (key, value) <- entries; told <- reason.read(value, problems)
        yield Lack(key.text, told.because, key.at, told.versions, told.hangs))
      case other =>
        problems.add(other.place, s"found ${other.describe}, expected a mapping of capabilities, each with $words")
        None
  }
