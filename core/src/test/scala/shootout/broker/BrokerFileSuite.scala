package shootout.broker

import shootout.scenario.Profile

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters.*
import scala.util.Using

class BrokerFileSuite extends munit.FunSuite:
  private val temporary = FunFixture[Path](_ => Files.createTempDirectory("shootout"), Brokers.delete(_))

  private val good =
    """name: b
      |title: B
      |version: "2"
      |homepage: https://example.org/
      |get: {archive: "g:a:{{version}}:zip"}
      |ports: [stomp]
      |start: [run, "{{ports.stomp}}"]
      |protocols: {stomp: {port: stomp, anything: {goes: here}, cannot: {fly: it has no wings}}}
      |durability: {class: fsync, because: it syncs}
      |""".stripMargin

  /** The line and message of each problem. */
  private def problems(parent: Path, text: String): List[String] =
    BrokerFile.read(Brokers.written(parent, text)) match
      case Right(_) => Nil
      case Left(found) => found.map(p => s"${p.place.line}: ${p.message}")

  temporary.test("a good file") { parent =>
    val spec = BrokerFile.read(Brokers.written(parent, good)).fold(p => fail(p.mkString("\n")), identity)
    assertEquals(spec.source, Source.Archive("g:a:2:zip"))
    val protocol = spec.protocol("stomp").get
    assertEquals(spec.cannot("stomp"), List("fly" -> "it has no wings"))
    assertEquals(protocol.dialect.entries.map(_._1.text), List("anything"))
  }

  temporary.test("protocols of the quick profile: all of them, unless it names some") { parent =>
    def read(text: String) = BrokerFile.read(Brokers.written(parent, text))
    assertEquals(read(good).map(_.quickProtocols), Right(List("stomp")))
    assertEquals(read(good + "quick_protocols: []\n").map(_.quickProtocols), Right(Nil))
    val found = problems(parent, good + "quick_protocols: [stmp]\n")
    assert(found.size == 1 && found.head.contains("'stmp'") && found.head.contains("stomp"), found)
  }

  temporary.test("protocols of the other profiles: all of them, unless it names some") { parent =>
    def read(text: String) = BrokerFile.read(Brokers.written(parent, text)).fold(p => fail(p.mkString("\n")), identity)
    val two = good.replace("protocols: {", "protocols: {other: {port: stomp}, ")
    val all = read(two)
    assertEquals(List(all.standardProtocols, all.replicatedProtocols), List.fill(2)(List("other", "stomp")))
    val some = read(two + "standard_protocols: [stomp]\nreplicated_protocols: [other]\n")
    assertEquals(List(some.standardProtocols, some.replicatedProtocols), List(List("stomp"), List("other")))
    for key <- List("standard_protocols", "replicated_protocols") do
      val unspoken = problems(parent, two + s"$key: [ohter]\n")
      assert(unspoken.size == 1 && unspoken.head.contains("'ohter', expected one of other, stomp"), unspoken)
  }

  temporary.test("a variant may leave a protocol of its broker's out") { parent =>
    val two = good.replace("protocols: {", "protocols: {other: {port: stomp}, ")
    val text = two + "variants: {v: {title: V, because: to see, protocols: {stomp: none}}}\n"
    val specs = BrokerFile.readAll(Brokers.written(parent, text)).fold(p => fail(p.mkString("\n")), identity)
    assertEquals(specs.map(_.protocolNames), List(List("other", "stomp"), List("other")))
    val wrong = BrokerFile.readAll(Brokers.written(parent, text.replace("stomp: none", "stomp: no")))
    assert(wrong.left.exists(_.head.message.contains("or 'none'")), wrong)
  }

  temporary.test("all errors at once, each with its line") { parent =>
    val bad = good
      .replace("name: b", "name: c")
      .replace("get: {archive: \"g:a:{{version}}:zip\"}", "get: {archive: \"g:a\"}")
      .replace("\"{{ports.stomp}}\"", "\"{{ports.stmp}}\"")
      .replace("port: stomp", "port: amqp")
      .replace("class: fsync", "class: disk") + "strat: [x]\ntemplates: [missing.xml]\n"
    val found = problems(parent, bad)
    val expected = List(
      "1: found 'c', expected the name of its folder, 'b'",
      "5: found 'g:a'",
      "7: found '{{ports.stmp}}'",
      "8: found 'amqp', expected one of stomp",
      "9: found 'disk', expected one of memory, page_cache, fsync",
      "10: unknown key 'strat'; did you mean 'start'?",
      "11: template 'missing.xml': there is no file"
    )
    for line <- expected do assert(found.exists(_.startsWith(line)), s"$line not in\n${found.mkString("\n")}")
  }

  temporary.test("an unknown template variable is told with the known ones") { parent =>
    val found = problems(parent, good.replace("{{ports.stomp}}", "{{pasword}}"))
    assert(found.exists(p => p.contains("pasword") && p.contains("passcode") && p.contains("ports.stomp")), found)
  }

  temporary.test("one source, not none or two") { parent =>
    assert(problems(parent, good.replace("archive: \"g:a:{{version}}:zip\"", "")).exists(_.contains("found 0 sources")))
    val two = good.replace("zip\"}", "zip\", jars: [\"g:a:1\"]}")
    assert(problems(parent, two).exists(_.contains("found 2 sources")))
  }

  private def source(parent: Path, get: String): Source =
    val text = good.replace("{archive: \"g:a:{{version}}:zip\"}", get)
    BrokerFile.read(Brokers.written(parent, text)).fold(p => fail(p.mkString("\n")), _.source)

  temporary.test("packages of Python, and programs that are here: with a version, and an {{executable}}") {
    parent =>
      assertEquals(
        source(parent, "{pip: [\"a=={{version}}\", b==1]}"),
        Source.Wheels(List("a==2", "b==1"))
      )
      val program = "{executable: a, version_command: [\"{{executable}}\", -v]}"
      val expected = new Source.SystemPackage(List(Path.of("a")), Nil, Nil, List("{{executable}}", "-v"))
      assertEquals(source(parent, program), expected)
      val wrong = good.replace("archive: \"g:a:{{version}}:zip\"", "pip: [a]")
      val found = problems(parent, wrong)
      assert(found.exists(p => p.startsWith("5: found 'a'") && p.contains("name==version")), found)
      assert(problems(parent, wrong.replace("[a]", "[]")).exists(_.contains("pip: found an empty list")))
      val idle = wrong.replace("[a]", "[a==1], version_command: [a]")
      assert(problems(parent, idle).exists(_.contains("version_command belongs to executable")))
      val starts =
        good.replace("archive: \"g:a:{{version}}:zip\"", "pip: [a==1]").replace("[run,", "[\"{{executable}}\",")
      assertEquals(problems(parent, starts), Nil)
      assert(problems(parent, good.replace("[run,", "[\"{{executable}}\",")).exists(_.contains("executable")))
  }

  temporary.test("a protocol that was tried in vain has a reason in place of a port") { parent =>
    val text = good.replace("protocols: {", "protocols: {carrier_pigeon: {unsupported: no bird came back}, ")
    val spec = BrokerFile.read(Brokers.written(parent, text)).fold(p => fail(p.mkString("\n")), identity)
    assertEquals(spec.unsupported, List("carrier_pigeon" -> "no bird came back"))
    assert(spec.protocol("carrier_pigeon").isEmpty && spec.protocolNames.contains("carrier_pigeon"))
  }

  private def lacks(parent: Path, version: String, entry: String): List[(String, String)] =
    val text = good.replace("version: \"2\"", s"version: \"$version\"").replace("{fly: it has no wings}", entry)
      .replace("archive: \"g:a:{{version}}:zip\"", "own_classes: true")
    BrokerFile.read(Brokers.written(parent, text)).fold(p => fail(p.mkString("\n")), _.cannot("stomp"))

  temporary.test("what a broker cannot may hold for some versions only") { parent =>
    val entry = "{fly: {because: no wings, versions: \">=2.1 <4.0\"}, swim: it is heavy}"
    val both = List("fly" -> "no wings", "swim" -> "it is heavy")
    for version <- List("2.1", "2.10", "3.10.8", "3.13.7-1+deb12u1") do
      assertEquals(lacks(parent, version, entry), both)
    for version <- List("2", "2.0.9", "4.0", "4.0.5", "10.1") do assertEquals(lacks(parent, version, entry), both.tail)
  }

  temporary.test("a range of versions that cannot be read is told with its line") { parent =>
    val found = problems(parent, good.replace("it has no wings", "{because: no wings, versions: before 4}"))
    assert(found.exists(p => p.startsWith("8: found 'before 4', expected comparisons")), found)
  }

  test("the catalogue of this project: each folder is a broker, and a profile has no more rows than its time allows") {
    val home = Path.of(sys.props.getOrElse("shootout.home", ".."))
    val brokers = Catalogue.read(home.resolve("brokers")).fold(p => fail(p.mkString("\n")), identity)
    val folders =
      Using.resource(Files.list(home.resolve("brokers")))(_.toList.asScala.toList.filter(Files.isDirectory(_)))
    assertEquals(brokers.map(_.broker).distinct.sorted, folders.map(_.getFileName.toString).sorted)
    for broker <- brokers do assertEquals(broker.origin, broker.broker, broker.name)
    assert(brokers.filter(_.calibration).map(_.name).contains("null"))

    def in(profile: String) = brokers.filter(_.runsIn(profile))
    assertEquals(
      in("quick").map(_.name),
      List("activemq", "apollo", "artemis", "openmq", "qpid", "rabbitmq")
    )
    for broker <- in("quick") if broker.name != "qpid" do assert(broker.protocol("stomp").isDefined, broker.name)
    // 30 rows took 34 minutes on two cores, of the 40 that it may take
    val replicated = in("replicated").map(broker => broker.name -> broker.replicatedProtocols.size)
    assert(replicated.map(_._2).sum <= 30, replicated)
    assertEquals(
      brokers.filter(_.schedule.onRequest).filter(broker => Profile.values.exists(p => broker.runsIn(p.word))),
      Nil
    )
  }
