package shootout.campaign

import shootout.broker.{BrokerSpec, Brokers, Catalogue}

import java.nio.file.{Files, Path}

/** `--brokers artemis@2.44.0,activemq/strict --home rabbitmq=DIR` */
class ContendersSuite extends munit.FunSuite:
  private val home = Path.of(sys.props("shootout.home"))
  private val catalogue: List[BrokerSpec] = Catalogue.read(home.resolve("brokers")).toOption.get
  private val temporary = FunFixture[Path](_ => Files.createTempDirectory("home"), Brokers.delete(_))

  private def all(asked: String*)(homes: String*) = Contenders(catalogue, asked.toList, homes.toList).all
  private def problems(asked: String*)(homes: String*): String =
    all(asked*)(homes*).fold(_.mkString("\n"), specs => fail(s"nothing was wrong: ${specs.map(_.name)}"))

  test("a name, with variant and version") {
    assertEquals(ContenderName.of("artemis"), Some(ContenderName("artemis", None, None)))
    val all = ContenderName("activemq", Some("strict"), Some("5.18.0"))
    assertEquals(ContenderName.of("activemq/strict@5.18.0"), Some(all))
    assertEquals(ContenderName.of("a/b/c"), None)
  }

  test("nothing more asked for: the catalogue as it is") {
    assertEquals(all("artemis", "activemq/strict", "nobody")(), Right(catalogue))
  }

  test("a version without a list of its files: which one, and the command that writes it") {
    val found = problems("artemis@2.44.0")()
    assert(found.startsWith("artemis@2.44.0: there is no brokers/artemis/files-2.44.0.sha256"), found)
    assert(found.contains("'bin/lock-brokers artemis@2.44.0'"), found)
    assert(problems("activemq/strict@6.1.0")().contains("'bin/lock-brokers activemq@6.1.0'"))
  }

  test("versions of what has none to choose from") {
    assert(problems("rabbitmq@4.1.0")().contains("--home rabbitmq@4.1.0=DIR"))
    assert(problems("null@2")().contains("built in"))
    assert(problems("artemis@2 .44")().contains("expected letters"))
  }

  temporary.test("an installation: of a version that is said, beside the usual one") { dir =>
    val specs = all("artemis", "artemis@2.99.0")(s"artemis@2.99.0=$dir").fold(p => fail(p.mkString), identity)
    assertEquals(specs.find(_.name == "artemis@2.99.0").flatMap(_.home), Some(dir))
    assertEquals(specs.find(_.name == "artemis").flatMap(_.home), None)
    assertEquals(specs.find(_.name == "artemis@2.99.0").map(_.title), Some("ActiveMQ Artemis 2.99.0"))
  }

  temporary.test("an installation that tells its version: what it cannot do is that version's") { dir =>
    val program = Files.createDirectories(dir.resolve("sbin")).resolve("rabbitmq-server")
    Files.writeString(program, "#!/bin/sh\n").toFile.setExecutable(true)
    Files.createDirectories(dir.resolve("plugins/rabbit-4.1.2"))
    val specs = all("rabbitmq")(s"rabbitmq=$dir").fold(p => fail(p.mkString), identity)
    val rabbit = specs.find(_.name == "rabbitmq").get
    assertEquals(rabbit.versionHere, Some("4.1.2"))
    assert(!rabbit.cannot("amqp").toMap.contains("transaction"))
    assertEquals(specs.find(_.name == "rabbitmq/v2").flatMap(_.home), Some(dir))
  }

  temporary.test("an installation that cannot be used, and what to write") { dir =>
    assert(problems("artemis")(s"artemis=$dir").contains("--brokers artemis@VERSION --home artemis@VERSION=DIR"))
    assert(problems("artemis")(s"artemis@2.99.0=$dir").contains("add it: --brokers artemis@2.99.0"))
    assert(problems()("rabbitmq=/no/such/folder").contains("there is no folder /no/such/folder"))
    assert(problems()(s"rabitmq=$dir").contains("there is no broker 'rabitmq'"))
    assert(problems()("rabbitmq").contains("expected NAME=DIR"))
    assert(problems()(s"rabbitmq/v2=$dir").contains("write rabbitmq=DIR"))
  }
