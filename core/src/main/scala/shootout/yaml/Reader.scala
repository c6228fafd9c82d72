package shootout.yaml

import shootout.units.Json

import org.apache.commons.text.similarity.LevenshteinDistance

/** A place in a file. Lines and columns count from 1, and 0 means the file as a whole. */
final case class Place(file: String, line: Int, column: Int) derives Json.ReadWriter:
  override def toString: String = if line == 0 then file else s"$file:$line:$column"

object Place:
  /** The place of something without lines, such as a file as a whole or an option of a command line. */
  def of(name: String): Place = Place(name, 0, 0)

/** An input that cannot be used: its place, the value found, and what to write instead. */
final case class Problem(place: Place, message: String):
  override def toString: String = s"$place: $message"

/** Collects problems while a file is read, so that its author sees all of them at once. */
final class Problems:
  private val found = collection.mutable.LinkedHashSet.empty[Problem]

  def add(place: Place, message: String): Unit = found += Problem(place, message)
  def addAll(problems: Iterable[Problem]): Unit = found ++= problems

  /** Adds a problem, and is the result of a reader that found it. */
  def refuse(place: Place, message: String): None.type =
    add(place, message)
    None

  /** Refuses a node of which something else was expected. */
  def unexpected(node: Node, expected: String): None.type =
    refuse(node.place, s"found ${node.describe}, expected $expected")
  def isEmpty: Boolean = found.isEmpty

  /** The problems in the order of the file. */
  def toList: List[Problem] =
    found.toList.sortBy(p => (p.place.file, p.place.line, p.place.column))

  /** `value` if there are no problems. */
  def orElse[A](value: => A): Either[List[Problem], A] = if isEmpty then Right(value) else Left(toList)

/** Reads one kind of value from a node, or reports a problem and returns none.
  *
  * @param expected
  *   what a person should write, for messages, such as "a whole number of at least 1"
  */
trait Reader[A]:
  def expected: String
  def read(node: Node, problems: Problems): Option[A]

  /** Reads a file, or a section of one.
    *
    * @return
    *   the value, or every problem with its place
    */
  def whole(node: Node): Either[List[Problem], A] =
    val problems = Problems()
    val value = read(node, problems)
    problems.orElse(value.get)

  def map[B](f: A => B): Reader[B] = Reader.of(expected)((node, problems) => read(node, problems).map(f))

  /** Reads mappings with another reader. */
  def orMapping(words: String)(mapping: Reader[A]): Reader[A] = Reader.of(words) { (node, problems) =>
    node match
      case fields: Node.Mapping => mapping.read(fields, problems)
      case other => read(other, problems)
  }

object Reader:
  def of[A](words: String)(f: (Node, Problems) => Option[A]): Reader[A] = new Reader[A]:
    def expected: String = words
    def read(node: Node, problems: Problems): Option[A] = f(node, problems)

  /** Reads the text of a scalar. `parse` returns none for invalid text. */
  def scalar[A](words: String)(parse: String => Option[A]): Reader[A] = of(words) { (node, problems) =>
    val value = node match
      case Node.Scalar(text, _) => parse(text)
      case _ => None
    value.orElse(problems.unexpected(node, words))
  }

  val text: Reader[String] = scalar("text")(Some(_))
  val boolean: Reader[Boolean] = scalar("true or false")(_.toBooleanOption)

  def int(min: Int, max: Int = Int.MaxValue): Reader[Int] =
    val words = if max == Int.MaxValue then s"a whole number of at least $min" else s"a whole number from $min to $max"
    scalar(words)(_.toIntOption.filter(n => n >= min && n <= max))

  /** Reads one of a few words. */
  def word[A](choices: (String, A)*): Reader[A] =
    val byWord = choices.toMap
    scalar("one of " + choices.map(_._1).mkString(", "))(byWord.get)

  /** Reads one of a few texts. */
  def oneOf(words: List[String]): Reader[String] = word(words.map(w => w -> w)*)

  def list[A](item: Reader[A]): Reader[List[A]] = of(s"a list, each item ${item.expected}") { (node, problems) =>
    node match
      case Node.Sequence(items, _) =>
        val values = items.map(item.read(_, problems))
        Option.when(values.forall(_.isDefined))(values.flatten)
      case other => problems.unexpected(other, s"a list, each item ${item.expected}")
  }

  /** Reads one value, or a list of them. */
  def oneOrList[A](item: Reader[A]): Reader[List[A]] = of(s"${item.expected}, or a list of them") { (node, problems) =>
    node match
      case sequence: Node.Sequence => list(item).read(sequence, problems)
      case other => item.read(other, problems).map(List(_))
  }

  /** Reads a mapping, with keys in the order of the file. */
  def mapOf[A](value: Reader[A]): Reader[List[(String, A)]] = of("a mapping") { (node, problems) =>
    node match
      case Node.Mapping(entries, _) =>
        val values = entries.map((key, v) => value.read(v, problems).map(key.text -> _))
        Option.when(values.forall(_.isDefined))(values.flatten)
      case other => problems.unexpected(other, "a mapping")
  }

/** The keys of one mapping, requested one by one. [[close]] reports those that were never requested. */
final class Fields(val mapping: Node.Mapping, problems: Problems):
  private val asked = collection.mutable.LinkedHashSet.empty[String]

  def place: Place = mapping.at

  def node(key: String): Option[Node] =
    asked += key
    mapping.entries.collectFirst { case (k, value) if k.text == key => value }

  /** The place of a key's value, or of the mapping that lacks it. */
  def placeOf(key: String): Place = node(key).fold(place)(_.place)

  /** Reports what is wrong with a key. */
  def refuse(key: String)(message: String): Unit = problems.add(placeOf(key), message)

  def option[A](key: String, reader: Reader[A]): Option[A] = node(key).flatMap(reader.read(_, problems))

  def getOrElse[A](key: String, reader: Reader[A])(default: => A): A = option(key, reader).getOrElse(default)

  /** None, with a problem, if the key is absent or its value is wrong. */
  def require[A](key: String, reader: Reader[A]): Option[A] =
    val value = node(key)
    if value.isEmpty then problems.add(mapping.at, s"'$key' is missing; expected ${reader.expected}")
    value.flatMap(reader.read(_, problems))

  /** Reports every key that was never requested, with the nearest one that exists. */
  def close(): Unit =
    for (key, _) <- mapping.entries if !asked(key.text) do
      val hint = Fields.meant(key.text, asked).fold("")(n => s"; did you mean '$n'?")
      problems.add(key.at, s"unknown key '${Node.shown(key.text)}'$hint (allowed: ${asked.mkString(", ")})")

object Fields:
  /** Reads a mapping with `f`, then reports its unknown keys. */
  def reader[A](words: String)(f: (Fields, Problems) => Option[A]): Reader[A] = Reader.of(words) { (node, problems) =>
    node match
      case mapping: Node.Mapping =>
        val fields = Fields(mapping, problems)
        val value = f(fields, problems)
        fields.close()
        value
      case other => problems.unexpected(other, words)
  }

  /** The known word that the user probably meant; none if no word is near. */
  def meant(written: String, known: Iterable[String]): Option[String] =
    // A larger difference in length means a larger distance.
    val near = known.filter(word => math.abs(word.length - written.length) <= Near)
    near.minByOption(distance(_, written)).filter(distance(_, written) <= Near)

  private val Near = 2

  /** How many characters must be changed, added or removed. */
  def distance(a: String, b: String): Int = LevenshteinDistance.getDefaultInstance.apply(a, b)
