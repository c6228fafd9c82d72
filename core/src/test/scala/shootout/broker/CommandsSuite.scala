package shootout.broker

import java.nio.file.Path

/** What the commands of the brokers of this project may not do, whatever they are for. */
class CommandsSuite extends munit.FunSuite:
  private val home = Path.of(sys.props.getOrElse("shootout.home", ".."))
  private val brokers = Catalogue.read(home.resolve("brokers")).fold(p => fail(p.mkString("\n")), identity)

  private def commands(broker: BrokerSpec): List[List[String]] =
    val version = broker.source match
      case system: Source.SystemPackage => List(system.versionCommand)
      case _ => Nil
    val launches = broker.nodes.map(_.launch)
    val run = launches.flatMap(l => l.prepare ++ l.stop ++ l.companions.map(_.command) :+ l.start)
    (version ++ run ++ broker.topology.join).distinct

  test("no password stands in a command line, which the system shows to everybody") {
    val found =
      for broker <- brokers; command <- commands(broker) if command.exists(_.contains("{{passcode}}"))
      yield s"${broker.name}: ${command.mkString(" ")}"
    assertEquals(found, Nil)
  }

  test("no shell is given a text that something is put into: a folder's name may hold any character") {
    val shells = Set("sh", "bash")
    val found =
      for
        broker <- brokers; case shell :: "-c" :: text :: _ <- commands(broker)
        if shells(shell) && text.contains("{{")
      yield s"${broker.name}: $text"
    assertEquals(found, Nil)
  }

  test("all commands were looked at") {
    def of(name: String) = commands(brokers.find(_.name == name).get).map(_.mkString(" "))
    assert(of("rabbitmq").exists(_.startsWith("sh -c ls -d")), of("rabbitmq"))
    assert(of("artemis/pair").exists(_.contains("create")), of("artemis/pair"))
  }
