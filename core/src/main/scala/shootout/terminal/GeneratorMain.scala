package shootout.terminal

import shootout.host.{GeneratorJvm, Lines}

/** A load JVM that shares its cells starts it with the same arguments, see [[GeneratorJvm]]. */
object GeneratorMain:
  private val script = Script("benchmark-all", "A load JVM could not begin.")

  def main(arguments: Array[String]): Unit =
    val lines = Lines(System.in, System.out)
    // what libraries have to say is no answer
    System.setOut(System.err)
    val options = Options()
    script.main(options, arguments)(run(options, arguments.toList, lines))

  private def run(options: Options, arguments: List[String], lines: Lines): Either[List[String], Int] =
    Main.read(options, arguments).flatMap { (all, order) =>
      val work = order.map(o => Main.ours(all, o.assignment) -> o.assignment.pair)
      work.flatMap((prepared, pair) => prepared.spoken(pair).map(GeneratorJvm(prepared, _)))
        .map(_.execute(lines))
        .toRight(List("--load is not for people; leave it out"))
    }
