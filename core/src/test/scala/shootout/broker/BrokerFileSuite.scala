package shootout.broker

import shootout.scenario.Profile

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters.*
import scala.util.Using

class BrokerFileSuite extends TemporaryFolder:
  import Brokers.minimal

  folder.test("each profile runs all protocols unless the file names some"): parent =>
    val two = minimal.replace("protocols: {", "protocols: {other: {port: stomp}, ")
    def of(spec: BrokerSpec) =
      List(spec.quickProtocols, spec.standardProtocols, spec.replicatedProtocols)
    assertEquals(of(Brokers.read(parent, two).head), List.fill(3)(List("other", "stomp")))
    val some = two + "quick_protocols: []\nstandard_protocols: [stomp]\nreplicated_protocols: [other]\n"
    assertEquals(of(Brokers.read(parent, some).head), List(Nil, List("stomp"), List("other")))
    for key <- List("quick_protocols", "standard_protocols", "replicated_protocols") do
      val unspoken = Brokers.problems(parent, two + s"$key: [ohter]\n")
      assert(unspoken.size == 1 && unspoken.head.contains("'ohter', expected one of other, stomp"), unspoken)

  folder.test("a variant may leave out a protocol; an unsupported protocol has a reason"): parent =>
    val two = minimal.replace("protocols: {", "protocols: {other: {unsupported: no bird came back}, ")
    val text = two + "variants: {v: {title: V, because: to see, protocols: {stomp: none}}}\n"
    val specs = Brokers.read(parent, text)
    assertEquals(specs.map(_.protocolNames), List(List("stomp", "other"), List("other")))
    assertEquals(specs.map(_.unsupported), List.fill(2)(List("other" -> "no bird came back")))
    val wrong = Brokers.problems(parent, text.replace("stomp: none", "stomp: no"))
    assert(wrong.head.contains("or 'none'"), wrong)

  folder.test("all errors are reported at once, each with its line"): parent =>
    val bad = minimal
      .replace("name: b", "name: c")
      .replace("get: {archive: \"g:a:{{version}}:zip\"}", "get: {archive: \"g:a\"}")
      .replace("\"{{ports.stomp}}\"", "\"{{ports.stmp}}\"")
      .replace("port: stomp", "port: amqp")
      .replace("class: fsync", "class: disk") + "strat: [x]\ntemplates: [missing.xml]\n"
    val found = Brokers.problems(parent, bad)
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

  folder.test("an unknown template variable is reported with the known ones"): parent =>
    val found = Brokers.problems(parent, minimal.replace("{{ports.stomp}}", "{{pasword}}"))
    assert(found.exists(p => p.contains("pasword") && p.contains("passcode") && p.contains("ports.stomp")), found)

  folder.test("a broker needs exactly one source"): parent =>
    val none = minimal.replace("archive: \"g:a:{{version}}:zip\"", "")
    assert(Brokers.problems(parent, none).exists(_.contains("found 0 sources")))
    val two = minimal.replace("zip\"}", "zip\", jars: [\"g:a:1\"]}")
    assert(Brokers.problems(parent, two).exists(_.contains("found 2 sources")))

  folder.test("Python packages need a version, and {{executable}} a source that has one"): parent =>
    def of(get: String) = minimal.replace("{archive: \"g:a:{{version}}:zip\"}", get)
    def source(get: String) = Brokers.read(parent, of(get)).head.source
    assertEquals(source("{pip: [\"a=={{version}}\", b==1]}"), Source.Wheels(List("a==2", "b==1")))
    val expected = new Source.SystemPackage(List(Path.of("a")), Nil, Nil, List("{{executable}}", "-v"))
    assertEquals(source("{executable: a, version_command: [\"{{executable}}\", -v]}"), expected)
    def refuses(text: String, problem: String) =
      val found = Brokers.problems(parent, text)
      assert(found.exists(_.contains(problem)), found)
    refuses(of("{pip: [a]}"), "5: found 'a', expected a package with its version, name==version")
    refuses(of("{pip: []}"), "pip: found an empty list")
    refuses(of("{pip: [a==1], version_command: [a]}"), "version_command belongs to executable")
    def starts(text: String) = text.replace("[run,", "[\"{{executable}}\",")
    assertEquals(Brokers.problems(parent, starts(of("{pip: [a==1]}"))), Nil)
    refuses(starts(minimal), "executable")

  private def lacks(parent: Path, version: String, entry: String): List[(String, String)] =
    val text = minimal.replace("version: \"2\"", s"version: \"$version\"").replace("{fly: it has no wings}", entry)
      .replace("archive: \"g:a:{{version}}:zip\"", "own_classes: true")
    Brokers.read(parent, text).head.cannot("stomp")

  folder.test("a broker may lack a capability in some versions only"): parent =>
    val entry = "{fly: {because: no wings, versions: \">=2.1 <4.0\"}, swim: it is heavy}"
    val both = List("fly" -> "no wings", "swim" -> "it is heavy")
    for version <- List("2.1", "2.10", "3.10.8", "3.13.7-1+deb12u1") do
      assertEquals(lacks(parent, version, entry), both)
    for version <- List("2", "2.0.9", "4.0", "4.0-rc1", "4.0.5", "10.1") do
      assertEquals(lacks(parent, version, entry), both.tail)

  folder.test("an invalid range of versions is reported with its line"): parent =>
    val found =
      Brokers.problems(parent, minimal.replace("it has no wings", "{because: no wings, versions: before 4}"))
    assert(found.exists(p => p.startsWith("8: found 'before 4', expected comparisons")), found)

  test("each folder of brokers/ is a broker, and no profile has more rows than its time allows"):
    val home = Brokers.home.resolve("brokers")
    val brokers = Catalogue.read(home).fold(p => fail(p.mkString("\n")), identity)
    val folders = Using.resource(Files.list(home))(_.toList.asScala.toList.filter(Files.isDirectory(_)))
    assertEquals(brokers.map(_.broker).distinct.sorted, folders.map(_.getFileName.toString).sorted)
    for broker <- brokers do assertEquals(broker.origin, broker.broker, broker.name)
    assert(brokers.filter(_.calibration).map(_.name).contains("null"))

    def in(profile: String) = brokers.filter(_.runsIn(profile))
    assertEquals(in("quick").map(_.name), List("activemq", "apollo", "artemis", "openmq", "qpid", "rabbitmq"))
    for broker <- in("quick") if broker.name != "qpid" do assert(broker.protocol("stomp").isDefined, broker.name)
    // 30 rows took 34 minutes on two cores, of the 40 that it may take
    val replicated = in("replicated").map(broker => broker.name -> broker.replicatedProtocols.size)
    assert(replicated.map(_._2).sum <= 30, replicated)
    for broker <- brokers if broker.schedule.onRequest; profile <- Profile.values do
      assert(!broker.runsIn(profile.word), broker.name)
