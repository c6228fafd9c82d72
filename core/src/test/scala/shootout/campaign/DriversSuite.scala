package shootout.campaign

import shootout.broker.{BrokerFile, Brokers, Catalogue, TemporaryFolder}

class DriversSuite extends TemporaryFolder:
  folder.test("an unknown word below 'cannot' is refused with file, line, and the word that was meant"): parent =>
    val lacks = "{prefetch: not at all, prefetsch_auto: {because: in no version, versions: \"<2\"}}"
    val file =
      Brokers.written(parent, Brokers.minimal.replace("{fly: it has no wings}", lacks)).resolve(BrokerFile.name)
    val catalogue = Catalogue.read(parent).fold(p => fail(p.mkString("\n")), identity)
    val problems = Drivers.check(catalogue).left.toOption.get.filter(_.contains("below 'cannot'"))
    assertEquals(problems.size, 1, problems)
    val expected =
      s"$file:8:89: unknown word 'prefetsch_auto' below 'cannot'; did you mean 'prefetch_auto'?"
    assert(problems.head.startsWith(expected), problems)
