package shootout.broker

import shootout.units.Durability

import java.nio.file.{Files, Path}

class VariantsSuite extends TemporaryFolder:
  private val broker =
    """name: b
      |title: B
      |version: "2"
      |homepage: https://example.org/
      |get: {archive: "g:a:{{version}}:zip", home: "a-{{version}}"}
      |ports: [stomp]
      |templates: [t.txt]
      |start: ["{{home}}/run", "{{ports.stomp}}"]
      |protocols:
      |  stomp: {port: stomp, options: {x: "1", y: "2"}, cannot: {fly: {because: no wings, versions: "<2"}}}
      |durability: {class: fsync, because: it syncs}
      |variants:
      |  nosync:
      |    title: without fsync
      |    because: to see what that costs
      |    arguments: [--no-sync]
      |    durability: {class: page_cache, because: it does not sync}
      |    protocols: {stomp: {options: {x: "3"}}}
      |  old:
      |    title: as it was
      |    because: to see the progress
      |    version: "1"
      |    durability: {class: fsync, because: it did so too}
      |""".stripMargin

  private def written(parent: Path, text: String): Path =
    val folder = Brokers.written(parent, text)
    Files.writeString(folder.resolve("t.txt"), "of the broker")
    folder

  private def read(parent: Path, text: String, version: Option[String] = None): List[BrokerSpec] =
    written(parent, text)
    Brokers.read(parent, text, version)

  folder.test("a variant is a contender that overrides settings of its broker"): parent =>
    val List(plain, nosync, old) = read(parent, broker): @unchecked
    assertEquals(List(plain, nosync, old).map(_.name), List("b", "b/nosync", "b/old"))
    assertEquals(List(plain, nosync, old).map(_.onlyByName), List(false, true, true))
    assertEquals(nosync.title, "B, without fsync")
    assertEquals(nosync.launch.start, plain.launch.start :+ "--no-sync")
    assertEquals(nosync.durability, DurabilityClass(Durability.PageCache, "it does not sync"))
    assertEquals(nosync.variation, Some(Variation("nosync", "without fsync", "to see what that costs")))
    assertEquals(nosync.slug, "b-nosync")
    val options = nosync.protocol("stomp").get.dialect.entries.map(_._2).mkString
    assert(options.contains("Scalar(3,") && options.contains("Scalar(2,"), options)
    assertEquals(plain.launch.start.head, "{{home}}/run")
    assertEquals(plain.source, Source.Archive("g:a:2:zip", "a-2"))

  folder.test("a variant uses the files of its broker unless it has another version"): parent =>
    val List(plain, nosync, old) = read(parent, broker): @unchecked
    assertEquals(List(plain, nosync, old).map(_.origin), List("b", "b", "b@1"))
    val files = List(plain, nosync, old).map(_.checksums.getFileName.toString)
    assertEquals(files, List("files.sha256", "files.sha256", "files-1.sha256"))
    assertEquals(old.checksumsShown, "brokers/b/files-1.sha256")
    assertEquals(old.source, Source.Archive("g:a:1:zip", "a-1"))
    assertEquals(old.cannot("stomp"), List("fly" -> "no wings"))
    assertEquals(plain.cannot("stomp"), Nil)

  folder.test("a given version applies to broker and variants, with its files"): parent =>
    val all = read(parent, broker, Some("1.9"))
    assertEquals(all.map(_.name), List("b@1.9", "b/nosync@1.9", "b/old@1.9"))
    assertEquals(all.map(_.title), List("B 1.9", "B, without fsync 1.9", "B, as it was 1.9"))
    assertEquals(all.map(_.version), List.fill(3)(Some("1.9")))
    assertEquals(all.map(_.origin), List.fill(3)("b@1.9"))
    assert(all.forall(_.cannot("stomp").nonEmpty))
    assertEquals(read(parent, broker, Some("2")).head.origin, "b", "its default version")

  folder.test("a template in the variant's folder replaces the broker's"): parent =>
    val folder = written(parent, broker)
    val own = Files.createDirectories(folder.resolve("nosync")).resolve("t.txt")
    Files.writeString(own, "its own {{ports.stomp}}")
    val specs = BrokerFile.readAll(folder).toOption.get
    assertEquals(specs.map(_.file("t.txt")), List(folder.resolve("t.txt"), own, folder.resolve("t.txt")))
    Files.writeString(own, "{{wrong}}")
    assert(BrokerFile.readAll(folder).left.exists(_.exists(_.message.contains("wrong"))))

  folder.test("a variant that changes start or storage must state its durability"): parent =>
    val plain = broker.replaceAll("(?s)variants:.*", "")
    written(parent, plain)
    def found(entry: String): List[String] =
      Brokers.problems(parent, s"${plain}variants:\n  v: {title: V, because: to see, $entry}\n")
    val keys = List("arguments: [--no-sync]", "start: [run]", "templates: [t.txt]", "environment: {A: b}") ++
      List("prepare: [[a]]", "nodes: 3", "get: {archive: \"g:b:1:zip\"}", "version: 3")
    for key <- keys do
      val problems = found(key)
      assertEquals(problems.size, 1, problems)
      assert(problems.head.startsWith(s"13: '${key.takeWhile(_ != ':')}' may change what a confirmed"), problems)
      assertEquals(found(s"$key, durability: {class: memory, because: it does not sync}"), Nil)
    assert(found("arguments: [x], durability: {class: memory}").exists(_.contains("'because' is missing")))
    assertEquals(found("protocols: {stomp: {options: {x: \"3\"}}}"), Nil, "client options do not change the broker")
    val own = Files.createDirectories(parent.resolve("b/v"))
    assert(found("profiles: []").exists(_.startsWith("13: its folder 'v' may change")))
    Files.delete(own)

  folder.test("an error in a variant is reported once, with line and fix"): parent =>
    written(parent, broker)
    def problems(text: String) = Brokers.problems(parent, text)
    val found = problems(
      broker.replace("    because: to see what that costs\n", "")
        .replace("    arguments: [--no-sync]", "    name: other").replace("  old:", "  o/ld:")
    )
    for part <- List("'because' is missing", "a variant has 'name' from its broker", "found 'o/ld'") do
      assertEquals(found.count(_.contains(part)), 1, found.mkString("\n"))
    val misspelt = problems(broker.replace("    arguments: [--no-sync]", "    argumets: [--no-sync]"))
    assertEquals(misspelt.size, 1, misspelt)
    assert(misspelt.head.startsWith("16: unknown key 'argumets'; did you mean 'arguments'?"), misspelt)
    val base = problems(broker.replace("class: fsync", "class: disk"))
    assertEquals(base.size, 1, base)
    assert(problems(broker.replaceAll("(?s)variants:.*", "variants: [a]\n")).head.contains("expected names, each with"))
