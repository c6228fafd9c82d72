package shootout.calibrate

import shootout.broker.{BrokerSpec, Catalogue}
import shootout.campaign.{Drivers, ThisMachine}
import shootout.cli.CommandRunner
import shootout.units.{EpochMillis, Json}

import java.io.IOException
import java.nio.file.{FileSystemException, Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** `bin/calibrate`: measures how fast the load generator is, and what our clients cost compared with a rival's. */
object Main:
  private val script = CommandRunner("calibrate", "Nothing was measured. --help lists the options.")

  def main(arguments: Array[String]): Unit =
    val options = CalibrateOptions()
    script.main(options, arguments) {
      if options.problems.nonEmpty then Left(options.problems) else attempt(options)
    }

  private def attempt(options: CalibrateOptions): Either[List[String], Int] =
    val folder = Files.createTempDirectory("calibrate-")
    try
      val started = EpochMillis.now()
      val catalogue = RivalComparison.orFail(Catalogue.read(CommandRunner.home.resolve("brokers")))
      val drivers = RivalComparison.orFail(Drivers.check(catalogue))
      if options.rival.isEmpty then Right(calibrate(options, catalogue, drivers, folder, started))
      else compare(options, RivalComparison(options, catalogue, drivers, folder, println(_)), folder, started)
    catch
      case e: IOException if !e.isInstanceOf[FileSystemException] =>
        script.say(e.getMessage)
        Right(1)
    finally Using.resource(Files.walk(folder))(_.iterator.asScala.toList).reverse.foreach(Files.deleteIfExists)

  private def calibrate(
      options: CalibrateOptions,
      catalogue: List[BrokerSpec],
      drivers: Drivers,
      folder: Path,
      started: EpochMillis
  ): Int =
    val rows = Using.resource(NullBrokerProcess(catalogue, drivers, folder, println(_))): broker =>
      Calibration.rows(Calibration.measure(options, broker))
    Calibration.table(rows).foreach(println)
    val environment = ThisMachine.environment(folder, sharedWithBroker = true)
    val driver = drivers.driver(RivalLoad.Stomp).fold("")(_.name)
    val result = Calibration(environment, ThisMachine.tool, driver, started, options.rounds, options.seconds, rows)
    write(options.out, Json.write(result, indent = 2))
    0

  private def compare(
      options: CalibrateOptions,
      comparison: RivalComparison,
      folder: Path,
      started: EpochMillis
  ): Either[List[String], Int] =
    for contests <- comparison.contests yield
      val rows = comparison.rows(contests)
      val environment = ThisMachine.environment(folder, sharedWithBroker = true)
      val file = ComparisonFile(environment, ThisMachine.tool, started, options.warmUpS, options.seconds, rows)
      write(options.out, Json.write(file, indent = 2))
      val without = rows.filter(_.pairs.isEmpty).map(_.broker).distinct
      if without.isEmpty then 0
      else
        script.say(s"something could not be measured with ${without.mkString(", ")}")
        1

  private def write(file: Path, json: String): Unit =
    Files.writeString(file, json + "\n")
    println(s"$file")
