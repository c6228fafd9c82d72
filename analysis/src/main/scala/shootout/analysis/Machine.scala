package shootout.analysis

import shootout.result.ResultFile

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
    * the same.
    */
  def of(files: List[ResultFile]): List[Machine] =
    val alike = files.indices.foldLeft(Vector.empty[Vector[Int]]): (known, file) =>
      known.indexWhere(of => apart(files(of.head), files(file)).isEmpty) match
        case -1 => known :+ Vector(file)
        case n => known.updated(n, known(n) :+ file)
    alike.toList.map(of => Machine(label(files(of.head), alike.toList.map(all => files(all.head))), of.toSet))

  private def apart(a: ResultFile, b: ResultFile): List[Difference] =
    Comparability.differences(a, b).filter(one => one.refuses || Parting(one.what))

  /** Said, but not refused, where two results are compared: people do that to see what they bring. */
  private val Parting = Set("host", "broker heap in MiB")

  private def label(file: ResultFile, others: List[ResultFile]): String =
    val host = file.environment.host
    val namesakes = others.filter(_.environment.host == host)
    val words = namesakes.flatMap(apart(_, file)).map(one => s"${one.what} ${one.now}").distinct
    (host :: Option.when(words.nonEmpty)(words.mkString("(", ", ", ")")).toList).mkString(" ")
