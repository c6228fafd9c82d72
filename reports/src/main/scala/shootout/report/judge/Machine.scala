package shootout.report.judge

import shootout.report.*
import shootout.report.compare.{Difference, Machines}

/** What rows were measured on: a machine, and the heap that brokers had there. Rows of different ones are no race, for what differs between
  * them may be the machine.
  *
  * @param label
  *   the name of its host, with what tells it from others of this name
  * @param files
  *   places of its files among all files
  */
final case class Machine(label: String, files: Set[Int])

object Machine:
  /** In the order of the files. Results are of one machine if `benchmark-compare` would not refuse to compare them, and if host and heap are
    * the same; what an older file does not tell is no difference.
    */
  def of(files: List[ujson.Value]): List[Machine] =
    val alike = files.indices.foldLeft(Vector.empty[Vector[Int]]): (known, file) =>
      known.indexWhere(of => apart(files(of.head), files(file)).isEmpty) match
        case -1 => known :+ Vector(file)
        case n => known.updated(n, known(n) :+ file)
    alike.toList.map(of => Machine(label(files(of.head), alike.toList.map(all => files(all.head))), of.toSet))

  private def apart(a: ujson.Value, b: ujson.Value): List[Difference] =
    Machines.differences(a, b).filter(one => one.refuses || Parting(one.what))

  /** Said, but not refused, where two results are compared: people do that to see what they bring. */
  private val Parting = Set("host", "broker heap in MiB")

  private def label(file: ujson.Value, others: List[ujson.Value]): String =
    val host = file.textAt("environment", "host").getOrElse("")
    val namesakes = others.filter(_.textAt("environment", "host").getOrElse("") == host)
    val words = namesakes.flatMap(apart(_, file)).map(one => s"${one.what} ${one.now}").distinct
    (host :: Option.when(words.nonEmpty)(words.mkString("(", ", ", ")")).toList).mkString(" ")
