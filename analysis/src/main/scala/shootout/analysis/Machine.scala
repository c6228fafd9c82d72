package shootout.analysis

import shootout.result.ResultFile

/** The conditions under which contenders were measured: a machine, and the heap of its brokers. Contenders of different
  * machines are not compared, because the machine may make the difference.
  *
  * @param label
  *   its host's name, with what distinguishes it from others with that name
  * @param files
  *   the indexes of its files among all files
  */
final case class Machine(label: String, files: Set[Int])

object Machine:
  /** The machines in the order of the files. Two results belong to one machine if `benchmark-compare` would accept
    * them, and if host and heap are the same.
    */
  def of(files: List[ResultFile]): List[Machine] =
    val alike = files.indices.foldLeft(Vector.empty[Vector[Int]]): (known, file) =>
      known.indexWhere(of => apart(files(of.head), files(file)).isEmpty) match
        case -1 => known :+ Vector(file)
        case n => known.updated(n, known(n) :+ file)
    alike.toList.map(of => Machine(label(files(of.head), alike.toList.map(all => files(all.head))), of.toSet))

  private def apart(a: ResultFile, b: ResultFile): List[Difference] =
    Comparability.differences(a, b).filter(one => one.refuses || Parting(one.what))

  /** `benchmark-compare` reports these differences but accepts them, because users compare results to see what such a
    * change does.
    */
  private val Parting = Set("host", "broker heap in MiB")

  private def label(file: ResultFile, others: List[ResultFile]): String =
    val host = file.environment.host
    val namesakes = others.filter(_.environment.host == host)
    val words = namesakes.flatMap(apart(_, file)).map(one => s"${one.what} ${one.now}").distinct
    (host :: Option.when(words.nonEmpty)(words.mkString("(", ", ", ")")).toList).mkString(" ")
