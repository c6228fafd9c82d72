package shootout.campaign

import shootout.broker.{BrokerFile, BrokerSpec}
import shootout.driver.{Access, Driver, DriverUnusable, Needs, Protocol}
import shootout.yaml.{Fields, Problem}

import java.util.{ServiceConfigurationError, ServiceLoader}
import scala.jdk.CollectionConverters.*

/** The drivers on the class path, by protocol, and the settings of each broker for them. */
final class Drivers(drivers: List[Driver], spoken: Map[(String, String), Protocol]):
  /** The programming interfaces that scenarios may ask for. */
  def apis: List[String] = drivers.map(_.api).distinct

  def driver(protocol: String): Option[Driver] = drivers.find(_.protocol == protocol)

  /** The JVM flags that a load JVM needs for a protocol. */
  def flags(protocol: String): List[String] = driver(protocol).fold(Nil)(_.jvmFlags)

  /** The settings that a protocol's driver accepts for a broker that somebody else runs. */
  def access(protocol: String): Access = driver(protocol).fold(Access.plain)(_.access)

  /** The protocol of a broker; none if it does not speak that protocol. */
  def protocol(name: String, broker: String): Option[Protocol] = spoken.get(name -> broker)

object Drivers:
  /** Reads every dialect of the catalogue before anything runs. Left lists all problems, with file and line. */
  def check(catalogue: List[BrokerSpec]): Either[List[String], Drivers] =
    try checked(catalogue, ServiceLoader.load(classOf[Driver]).asScala.toList)
    catch
      case e: (LinkageError | ServiceConfigurationError) =>
        val unusable = DriverUnusable(e)
        Left(List(s"${unusable.getMessage}; ${DriverUnusable.Remedy}"))

  private def checked(catalogue: List[BrokerSpec], drivers: List[Driver]): Either[List[String], Drivers] =
    val dialects =
      for
        broker <- catalogue
        driver <- drivers
        dialect <- broker.protocol(driver.protocol).toList
      yield driver.speak(dialect.dialect, broker.cannot(driver.protocol).toMap).map((driver.protocol, broker.name) -> _)
    val (problems, spoken) = dialects.partitionMap(identity)
    val known = drivers.map(_.protocol)
    val unknown =
      for broker <- catalogue; name <- broker.protocolNames if !known.contains(name)
      yield s"${broker.folder.resolve(BrokerFile.name)}: no driver speaks '$name'; write any of ${known.sorted.mkString(", ")}"
    val wrong = (problems.flatten ++ strange(catalogue)).map(_.toString) ++ unknown
    if wrong.isEmpty then Right(Drivers(drivers, spoken.toMap)) else Left(wrong)

  /** Finds words below `cannot:` that no workload can need. A misspelt one would have no effect and stay unnoticed. */
  private def strange(catalogue: List[BrokerSpec]): List[Problem] =
    for
      broker <- catalogue; protocol <- broker.protocols; lack <- protocol.lacks
      if !Needs.words.contains(lack.capability)
    yield
      val hint = Fields.meant(lack.capability, Needs.words).fold("")(n => s"; did you mean '$n'?")
      Problem(lack.at, s"unknown word '${lack.capability}' below 'cannot'$hint (known: ${Needs.words.mkString(", ")})")
