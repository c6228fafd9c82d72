package shootout.cli

import picocli.{AutoComplete, CommandLine}
import shootout.broker.Catalogue

import java.lang
import java.util
import scala.jdk.CollectionConverters.*

/** Prints the completion scripts of `bin/completion`, for all commands with options. An argument is `NAME=CLASS`, where
  * the class has picocli's annotations.
  */
object Completion:
  def main(arguments: Array[String]): Unit =
    for Array(name, options) <- arguments.map(_.split('=')) do
      val command = Class.forName(options).getDeclaredConstructor().newInstance()
      println(AutoComplete.bash(name, CommandLine(command)))

/** Values of `--brokers`, for the help and for completion: all of `brokers/` except those for calibration, variants
  * last. There are none if a file there is invalid. A run says which one.
  */
final class BrokerNames extends lang.Iterable[String]:
  def iterator(): util.Iterator[String] =
    val all = Catalogue.read(CommandRunner.home.resolve("brokers")).getOrElse(Nil).filterNot(_.calibration)
    val (variants, brokers) = all.partition(_.onlyByName)
    (brokers ++ variants).map(_.name).asJava.iterator

/** Values of `--protocols`: all protocols of all brokers and variants. */
final class ProtocolNames extends lang.Iterable[String]:
  def iterator(): util.Iterator[String] =
    val all = Catalogue.read(CommandRunner.home.resolve("brokers")).getOrElse(Nil).filterNot(_.calibration)
    all.flatMap(_.protocolNames).distinct.asJava.iterator
