package shootout.cli

import picocli.{AutoComplete, CommandLine}
import shootout.broker.Catalogue

import java.lang
import java.util
import scala.jdk.CollectionConverters.*

/** What `bin/completion` prints of the scripts that have options: `NAME=CLASS`, the class that picocli reads them from. */
object Completion:
  def main(arguments: Array[String]): Unit =
    for Array(name, options) <- arguments.map(_.split('=')) do
      val command = Class.forName(options).getDeclaredConstructor().newInstance()
      println(AutoComplete.bash(name, CommandLine(command)))

/** Values of `--brokers`, for the help and for completion: all of `brokers/`, variants last, without those that only calibrate.
  * There are none if a file there is wrong; a run says which.
  */
final class BrokerNames extends lang.Iterable[String]:
  def iterator(): util.Iterator[String] =
    val all = Catalogue.read(CommandRunner.home.resolve("brokers")).getOrElse(Nil).filterNot(_.calibration)
    val (variants, brokers) = all.partition(_.onlyByName)
    (brokers ++ variants).map(_.name).asJava.iterator

/** Values of `--protocols`: all that brokers speak, variants included. */
final class ProtocolNames extends lang.Iterable[String]:
  def iterator(): util.Iterator[String] =
    val all = Catalogue.read(CommandRunner.home.resolve("brokers")).getOrElse(Nil).filterNot(_.calibration)
    all.flatMap(_.protocolNames).distinct.asJava.iterator
