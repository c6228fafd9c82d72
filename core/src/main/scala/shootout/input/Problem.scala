package shootout.input

/** A place in a file; lines and columns count from 1 (0: the file as a whole). */
final case class Place(file: String, line: Int, column: Int):
  override def toString: String = if line == 0 then file else s"$file:$line:$column"

object Place:
  /** Something without lines, such as a file as a whole or an option of a command line. */
  def of(name: String): Place = Place(name, 0, 0)

/** Something a person wrote that cannot be used: where, what was found, and what to write instead. */
final case class Problem(place: Place, message: String):
  override def toString: String = s"$place: $message"

/** Collects problems while a file is read, so that its author sees all of them at once. */
final class Problems:
  private val found = collection.mutable.LinkedHashSet.empty[Problem]

  def add(place: Place, message: String): Unit = found += Problem(place, message)
  def addAll(problems: Iterable[Problem]): Unit = found ++= problems
  def isEmpty: Boolean = found.isEmpty

  /** In the order of the file. */
  def toList: List[Problem] =
    found.toList.sortBy(p => (p.place.file, p.place.line, p.place.column))

  /** `value` if nothing is wrong. */
  def orElse[A](value: => A): Either[List[Problem], A] = if isEmpty then Right(value) else Left(toList)
