package shootout.cli

import shootout.broker.BrokerSpec
import shootout.driver.{Driver, Protocol}

import java.util.ServiceLoader
import scala.jdk.CollectionConverters.*

/** The drivers on the class path, by protocol, and how each broker of the catalogue speaks it. */
final class Drivers(drivers: List[Driver], spoken: Map[(String, String), Protocol]):
  def protocols: List[String] = drivers.map(_.protocol)

  def driver(protocol: String): Option[Driver] = drivers.find(_.protocol == protocol)

  /** How a driver speaks to this broker; none if there is no such protocol. */
  def protocol(name: String, broker: String): Option[Protocol] = spoken.get(name -> broker)

object Drivers:
  /** Every dialect of the catalogue is read before anything runs. Left: all problems, with file and line. */
  def check(catalogue: List[BrokerSpec]): Either[List[String], Drivers] =
    val drivers = ServiceLoader.load(classOf[Driver]).asScala.toList
    val dialects =
      for
        broker <- catalogue
        driver <- drivers
        dialect <- broker.protocol(driver.protocol).toList
      yield driver.speak(dialect.dialect, dialect.cannot.toMap).map((driver.protocol, broker.name) -> _)
    val (problems, spoken) = dialects.partitionMap(identity)
    if problems.isEmpty then Right(Drivers(drivers, spoken.toMap)) else Left(problems.flatten.map(_.toString))
