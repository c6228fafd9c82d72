package shootout.campaign

import shootout.broker.TemporaryFolder
import shootout.cli.CommandLines

import java.nio.file.Files

/** `--brokers artemis@2.44.0,activemq/strict --home rabbitmq=DIR` */
class ContendersSuite extends TemporaryFolder:
  private val catalogue = CommandLines.catalogue

  private def all(asked: String*)(homes: String*) =
    Contenders(catalogue, asked.toList, homes.toList).all
  private def problems(asked: String*)(homes: String*): String =
    all(asked*)(homes*).fold(_.mkString("\n"), specs => fail(s"nothing was wrong: ${specs.map(_.name)}"))

  test("a name may have a variant and a version"):
    assertEquals(ContenderName.of("artemis"), Some(ContenderName("artemis", None, None)))
    val all = ContenderName("activemq", Some("strict"), Some("5.18.0"))
    assertEquals(ContenderName.of("activemq/strict@5.18.0"), Some(all))
    assertEquals(ContenderName.of("a/b/c"), None)

  test("a version without checksums is refused with the command that writes them"):
    val found = problems("artemis@2.44.0")()
    assert(found.startsWith("artemis@2.44.0: there is no brokers/artemis/files-2.44.0.sha256"), found)
    assert(found.contains("'bin/lock-brokers artemis@2.44.0'"), found)
    assert(problems("activemq/strict@6.1.0")().contains("'bin/lock-brokers activemq@6.1.0'"))

  test("a version is refused for a broker without a choice of versions"):
    assert(problems("rabbitmq@4.1.0")().contains("--home rabbitmq@4.1.0=DIR"))
    assert(problems("null@2")().contains("built in"))
    assert(problems("artemis@2 .44")().contains("expected letters"))

  folder.test("an installation of a given version runs beside the default one"): dir =>
    val specs =
      all("artemis", "artemis@2.99.0")(s"artemis@2.99.0=$dir").fold(p => fail(p.mkString), identity)
    assertEquals(specs.find(_.name == "artemis@2.99.0").flatMap(_.home), Some(dir))
    assertEquals(specs.find(_.name == "artemis").flatMap(_.home), None)
    assertEquals(specs.find(_.name == "artemis@2.99.0").map(_.title), Some("ActiveMQ Artemis 2.99.0"))

  folder.test("an installation lacks the capabilities of its own version"): dir =>
    val program = Files.createDirectories(dir.resolve("sbin")).resolve("rabbitmq-server")
    Files.writeString(program, "#!/bin/sh\n").toFile.setExecutable(true)
    Files.createDirectories(dir.resolve("plugins/rabbit-4.1.2"))
    val specs = all("rabbitmq")(s"rabbitmq=$dir").fold(p => fail(p.mkString), identity)
    val rabbit = specs.find(_.name == "rabbitmq").get
    assertEquals(rabbit.versionHere, Some("4.1.2"))
    assert(!rabbit.cannot("amqp").toMap.contains("transaction"))
    assertEquals(specs.find(_.name == "rabbitmq/v2").flatMap(_.home), Some(dir))

  folder.test("an unusable installation is refused with the option to write"): dir =>
    assert(problems("artemis")(s"artemis=$dir").contains("--brokers artemis@VERSION --home artemis@VERSION=DIR"))
    assert(problems("artemis")(s"artemis@2.99.0=$dir").contains("add it: --brokers artemis@2.99.0"))
    assert(problems()("rabbitmq=/no/such/folder").contains("there is no folder /no/such/folder"))
    assert(problems()(s"rabitmq=$dir").contains("there is no broker 'rabitmq'"))
    assert(problems()("rabbitmq").contains("expected NAME=DIR"))
    assert(problems()(s"rabbitmq/v2=$dir").contains("write rabbitmq=DIR"))
