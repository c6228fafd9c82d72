package shootout.broker

import shootout.input.{Fields, Node, Place, Reader}

/** What a broker cannot do over a protocol: an entry of `cannot:`, which is `word: reason` or, if it was seen with some
  * versions only, `word: {because: reason, versions: "<4.0"}`.
  *
  * @param capability
  *   in the words of the drivers, which this room does not know
  * @param at
  *   where the word stands
  * @param versions
  *   none: all of them
  */
case class Lack(capability: String, because: String, at: Place, versions: Option[VersionRange]):
  /** @param version
    *   the one at hand; none: not known, and then it is taken to be one of these
    */
  def appliesTo(version: Option[String]): Boolean = versions.forall(range => version.forall(range.contains))

object Lack:
  private val words = "a reason, or a mapping: because, versions"
  private val range = Reader.scalar(VersionRange.syntax)(VersionRange.of)
  private val ranged: Reader[(String, Option[VersionRange])] = Fields.reader(words) { (f, _) =>
    val versions = f.option("versions", range)
    f.require("because", Reader.text).map(_ -> versions)
  }
  private val reason: Reader[(String, Option[VersionRange])] = Reader.of(words) { (node, problems) =>
    node match
      case Node.Scalar(text, _) => Some(text -> None)
      case other => ranged.read(other, problems)
  }

  val all: Reader[List[Lack]] = Reader.of(s"a mapping of capabilities, each with $words") { (node, problems) =>
    node match
      case Node.Mapping(entries, _) =>
        Some(for (key, value) <- entries; (because, versions) <- reason.read(value, problems)
        yield Lack(key.text, because, key.at, versions))
      case other =>
        problems.add(other.place, s"found ${other.describe}, expected a mapping of capabilities, each with $words")
        None
  }
