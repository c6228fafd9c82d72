package shootout.terminal

import shootout.broker.Catalogue

import java.lang
import java.util
import scala.jdk.CollectionConverters.*

/** What may stand behind `--brokers`, for the help and for completion: all that is in `brokers/`, variants last, without those
  * that only calibrate. Nothing, if a file there is wrong: a run says what is.
  */
final class BrokerNames extends lang.Iterable[String]:
  def iterator(): util.Iterator[String] =
    val all = Catalogue.read(Script.home.resolve("brokers")).getOrElse(Nil).filterNot(_.calibration)
    val (variants, brokers) = all.partition(_.onlyByName)
    (brokers ++ variants).map(_.name).asJava.iterator

/** What may stand behind `--protocols`, likewise: all that brokers speak, variants included. */
final class ProtocolNames extends lang.Iterable[String]:
  def iterator(): util.Iterator[String] =
    val all = Catalogue.read(Script.home.resolve("brokers")).getOrElse(Nil).filterNot(_.calibration)
    all.flatMap(_.protocolNames).distinct.asJava.iterator
