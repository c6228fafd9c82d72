package shootout.cli

import shootout.broker.TemporaryFolder
import shootout.campaign.{Drivers, PreparedRun}
import shootout.driver.{InMemoryBroker, InMemoryDriver, Protocol}
import shootout.engine.Workloads
import shootout.scenario.{Plan, PlannedRun}

import java.nio.file.Files

class ConsentSuite extends TemporaryFolder:
  private def prepared(words: String*): PreparedRun =
    val plan = Plan(Nil, List(PlannedRun(List(Workloads.workload(destinations = 3)))))
    val spoken: Protocol = InMemoryDriver(InMemoryBroker())
    CommandLines.prepared(words*)(plan, Drivers(Nil, Map(("stomp", "activemq") -> spoken)))

  private def at(url: String) = prepared("--url", url, "--dialect", "activemq", "--repeat", "2")
  private val elsewhere = "stomp://192.0.2.7:61613"

  folder.test("another machine needs consent by option or file, after a list of the changes there"): folder =>
    val environment = Map("XDG_CONFIG_HOME" -> folder.toString)
    val file = folder.resolve("broker-shootout/hosts")
    def check(yes: Boolean = false) = Consent.check(at(elsewhere), yes, environment)
    assertEquals(
      check(),
      Left(List(
        "--url: this run creates 6 destinations on 192.0.2.7, with names that begin with shootout_, fills " +
          "them, and leaves them there, because this protocol cannot remove them. To allow that, write --yes, or add the " +
          s"line '192.0.2.7' to $file"
      ))
    )
    assertEquals(check(yes = true), Right(()))
    Files.createDirectories(file.getParent)
    Files.writeString(file, "other\n 192.0.2.7 \n")
    assertEquals(check(), Right(()))

  test("this machine and brokers that the run starts need no consent"):
    val nothing = Map("HOME" -> "/nowhere")
    assertEquals(Consent.check(at(elsewhere.replace("192.0.2.7", "127.0.0.1")), false, nothing), Right(()))
    assertEquals(Consent.check(prepared("--brokers", "activemq"), false, nothing), Right(()))
    assert(!Consent.isElsewhere("localhost"))
