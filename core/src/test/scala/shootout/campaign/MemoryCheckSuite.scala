package shootout.campaign

import shootout.cli.CommandLines
import shootout.scenario.Plan

/** A cluster that does not fit into the machine is told before anything starts. */
class MemoryCheckSuite extends munit.FunSuite:
  private def check(totalMb: => Long, words: String*): Either[List[String], Unit] =
    MemoryCheck.check(CommandLines.prepared(words*)(Plan(Nil, Nil)), totalMb)

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
