package shootout.units

import scala.collection.immutable.ListMap
import scala.compiletime.{constValueTuple, summonAll}
import scala.deriving.Mirror

/** How all JSON files of the project are written: keys in snake case, enums as lower-case words, absent values as null.
  */
object Json extends upickle.AttributeTagged:
  override def objectAttributeKeyReadMap(key: CharSequence): CharSequence = camel(key.toString)
  override def objectAttributeKeyWriteMap(key: CharSequence): CharSequence = snake(key.toString)
  override def serializeDefaults: Boolean = true

  /** The codec of the opaque units. */
  val longCodec: ReadWriter[Long] = ReadWriter.join[Long]

  given ReadWriter[java.nio.file.Path] = readwriter[String].bimap(_.toString, java.nio.file.Path.of(_))

  /** The names of a case class's fields in a file. */
  inline def fields[A](using mirror: Mirror.ProductOf[A]): Set[String] =
    constValueTuple[mirror.MirroredElemLabels].productIterator.map(label => snake(label.toString)).toSet

  /** The codec of a case class that has a map as a field. In the file, the map's entries are on the same level as the
    * other fields.
    *
    * @param whole
    *   the codec that writes the map as a field
    * @param own
    *   the names of all fields
    */
  def spread[A, V: ReadWriter](whole: ReadWriter[A], own: Set[String], field: String)(
      get: A => Map[String, V],
      set: (A, Map[String, V]) => A
  ): ReadWriter[A] =
    readwriter[ujson.Obj].bimap[A](
      a =>
        val fields = writeJs(a)(using whole).obj.toList.filter(_._1 != field)
        ujson.Obj.from(fields ++ get(a).map((name, value) => name -> writeJs(value)))
      ,
      json =>
        val others = json.value.toList.filterNot((name, _) => own(name))
        set(read(json)(using whole), ListMap.from(others.map((name, value) => name -> read[V](value))))
    )

  /** Converts `inFlight` to `in_flight`, and `TimedOut` to `timed_out`. */
  def snake(name: String): String =
    name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(java.util.Locale.ROOT)

  private def camel(key: String): String =
    val words = key.split('_')
    words.head + words.tail.map(_.capitalize).mkString

/** An enum whose cases have no parameters, and which files contain as lower-case words. */
trait Word:
  /** Its name in files: `timed_out` for `TimedOut`. */
  def word: String = Json.snake(toString)

object Word:
  inline given codec[E <: Word](using mirror: Mirror.SumOf[E]): Json.ReadWriter[E] =
    codecOf(summonAll[Tuple.Map[mirror.MirroredElemTypes, ValueOf]].toList.asInstanceOf[List[ValueOf[E]]].map(_.value))

  /** @param cases
    *   all cases of the enum
    */
  def codecOf[E <: Word](cases: List[E]): Json.ReadWriter[E] =
    val byWord = cases.map(one => one.word -> one).toMap
    def unknown(word: String) = upickle.core.Abort(s"found '$word', expected one of ${byWord.keys.mkString(", ")}")
    Json.readwriter[String].bimap[E](_.word, word => byWord.getOrElse(word, throw unknown(word)))
