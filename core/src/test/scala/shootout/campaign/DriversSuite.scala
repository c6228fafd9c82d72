package shootout.campaign

import shootout.broker.Catalogue

import java.nio.file.{Files, Path}

class DriversSuite extends munit.FunSuite:
  private val parent = FunFixture[Path](_ => Files.createTempDirectory("shootout"), shootout.broker.Brokers.delete(_))

  parent.test("a word below 'cannot' that no workload can ask for is told with file, line, and what was meant") {
    parent =>
      val folder = Files.createDirectories(parent.resolve("b"))
      val file = folder.resolve("broker.yaml")
      Files.writeString(
        file,
        """name: b
        |title: B
        |homepage: https://example.org/
        |get: {own_classes: true}
        |ports: [stomp]
        |start: [run]
        |protocols:
        |  stomp:
        |    port: stomp
        |    cannot:
        |      prefetch: not at all
        |      prefetsch_auto: {because: in no version, versions: "<2"}
        |durability: {class: memory, because: it is}
        |""".stripMargin
      )
      val catalogue = Catalogue.read(parent).fold(p => fail(p.mkString("\n")), identity)
      val problems = Drivers.check(catalogue).left.toOption.get.filter(_.contains("below 'cannot'"))
      assertEquals(problems.size, 1, problems)
      assert(problems.head.startsWith(
        s"$file:12:7: unknown word 'prefetsch_auto' below 'cannot'; did you mean 'prefetch_auto'?"
      ))
  }
