package shootout.campaign

import picocli.CommandLine
import shootout.broker.{BrokerSpec, Catalogue}
import shootout.scenario.Plan
import shootout.cli.{Options, SettingsReader}

import java.nio.file.Path

/** A cluster that does not fit into the machine is told before anything starts. */
class MemoryCheckSuite extends munit.FunSuite:
  private val home = Path.of(sys.props("shootout.home"))
  private val catalogue: List[BrokerSpec] = Catalogue.read(home.resolve("brokers")).toOption.get

  private def check(totalMb: => Long, words: String*): Either[List[String], Unit] =
    val options = Options()
    CommandLine(options).parseArgs(words*)
    val settings = SettingsReader(options, home, catalogue, words.toList).read().fold(p => fail(p.mkString), identity)
    val nothing = Plan(Nil, Nil)
    MemoryCheck.check(PreparedRun(settings, catalogue, nothing, Drivers(Nil, Map.empty), nothing), totalMb)

  test("three nodes and the load fit, or they are named with what they need") {
    assertEquals(check(24_000, "--brokers", "kafka,kafka/three"), Right(()))
    val lacking = check(4_000, "--brokers", "kafka,kafka/three").left.getOrElse(fail("it would fit"))
    assertEquals(lacking.size, 1, lacking)
    assert(lacking.head.startsWith("kafka/three: 3 nodes of 1024 MiB each, with the load, need 5888 MiB"), lacking)
    assertEquals(check(4_000, "--brokers", "kafka/three", "--heap", "300"), Right(()))
  }

  test("where there are no clusters, nobody looks") {
    assertEquals(check(fail("looked"), "--brokers", "kafka,activemq"), Right(()))
  }
