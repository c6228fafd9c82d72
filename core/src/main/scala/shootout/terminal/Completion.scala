package shootout.terminal

import picocli.{AutoComplete, CommandLine}

/** What `bin/completion` prints of the scripts that have options: `NAME=CLASS`, the class that picocli reads them from. */
object Completion:
  def main(arguments: Array[String]): Unit =
    for Array(name, options) <- arguments.map(_.split('=')) do
      val command = Class.forName(options).getDeclaredConstructor().newInstance()
      println(AutoComplete.bash(name, CommandLine(command)))
