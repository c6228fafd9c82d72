package shootout.broker

class CommandsSuite extends munit.FunSuite:
  private val brokers =
    Catalogue.read(Brokers.home.resolve("brokers")).fold(p => fail(p.mkString("\n")), identity)

  private def commands(broker: BrokerSpec): List[List[String]] =
    val version = broker.source match
      case system: Source.SystemPackage => List(system.versionCommand)
      case _ => Nil
    val launches = broker.nodes.map(_.launch)
    val run = launches.flatMap(l => l.prepare ++ l.stop ++ l.companions.map(_.command) :+ l.start)
    (version ++ run ++ broker.topology.join).distinct

  test("no command line contains a password, because the system shows it to all users"):
    val found =
      for broker <- brokers; command <- commands(broker) if command.exists(_.contains("{{passcode}}"))
      yield s"${broker.name}: ${command.mkString(" ")}"
    assertEquals(found, Nil)

  test("no shell script contains a placeholder, because a folder's name may hold any character"):
    val shells = Set("sh", "bash")
    val found =
      for
        broker <- brokers; case shell :: "-c" :: text :: _ <- commands(broker)
        if shells(shell) && text.contains("{{")
      yield s"${broker.name}: $text"
    assertEquals(found, Nil)

  test("the rules cover version, prepare and join commands"):
    def of(name: String) = commands(brokers.find(_.name == name).get).map(_.mkString(" "))
    assert(of("rabbitmq").exists(_.startsWith("sh -c ls -d")), of("rabbitmq"))
    assert(of("artemis/pair").exists(_.contains("create")), of("artemis/pair"))
