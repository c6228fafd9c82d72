package shootout.broker

import java.nio.file.{Files, Path}

/** What a `broker.yaml` says of its nodes. */
class TopologySuite extends munit.FunSuite:
  private val temporary = FunFixture[Path](_ => Files.createTempDirectory("shootout"), Brokers.delete(_))

  private val broker =
    """name: b
      |title: B
      |version: "2"
      |homepage: https://example.org/
      |get: {jars: ["g:a:1"]}
      |ports: [client, peer]
      |start: [run, "--id={{node}}", "{{#nodes}}{{node}}@127.0.0.1:{{ports.peer}}{{^-last}},{{/-last}}{{/nodes}}"]
      |protocols: {stomp: {port: client}}
      |durability: {class: fsync, because: it syncs}
      |""".stripMargin

  private def read(parent: Path, text: String): BrokerSpec =
    BrokerFile.read(Brokers.written(parent, text)).fold(p => fail(p.mkString("\n")), identity)

  /** The line and message of each problem. */
  private def problems(parent: Path, text: String): List[String] =
    BrokerFile.read(Brokers.written(parent, text)).fold(_.map(p => s"${p.place.line}: ${p.message}"), _ => Nil)

  temporary.test("one node is the plain case") { parent =>
    for text <- List(broker, broker + "nodes: 1\n") do
      val spec = read(parent, text)
      assertEquals(spec.nodes, List(NodeSpec(1, spec.launch, serves = true)))
  }

  temporary.test("a number of nodes that are alike") { parent =>
    val spec =
      read(parent, broker + "nodes: 3\nnodes_start: in_turn\njoin: [[join, \"{{#others}}{{node}}{{/others}}\"]]\n")
    assertEquals(spec.nodes.map(_.number), List(1, 2, 3))
    assert(spec.nodes.forall(node => node.serves && node.launch == spec.launch))
    assertEquals((spec.topology.inTurn, spec.topology.join.size), (true, 1))
  }

  temporary.test("nodes that differ: what each says is laid over the broker") { parent =>
    val spec = read(parent, broker + "nodes:\n  - {}\n  - {serves: false, ready_log: in step, arguments: [--backup]}\n")
    assertEquals(spec.nodes.map(_.serves), List(true, false))
    assertEquals(spec.nodes.map(_.readyLog), List(None, Some("in step")))
    assertEquals(spec.nodes.map(_.launch.start), List(spec.launch.start, spec.launch.start :+ "--backup"))
  }

  temporary.test("a variant may have more nodes than its broker") { parent =>
    val text =
      broker + "variants: {three: {title: three nodes, because: to see what replication costs, nodes: 3, durability: {class: replicated, because: two have it}}}\n"
    val specs = BrokerFile.readAll(Brokers.written(parent, text)).fold(p => fail(p.mkString("\n")), identity)
    assertEquals(specs.map(_.nodes.size), List(1, 3))
  }

  temporary.test("what cannot be is told with its line, and what to write") { parent =>
    def told(more: String) = problems(parent, broker + more)
    assert(told("nodes: none\n").head.startsWith("10: found 'none', expected a whole number of at least 1, or a list"))
    assert(told("nodes: 0\n").head.contains("expected a whole number of at least 1"))
    assert(told("nodes: []\n").nonEmpty)
    assert(
      told("nodes: [{serves: false, ready_log: x}, {}]\n").head.contains("the first node is the one that clients know")
    )
    assert(told("nodes: [{}, {serves: false}]\n").head.contains("write ready_log: with what it says then"))
    assert(told("nodes: [{}, {strat: [x]}]\n").head.contains("unknown key 'strat'; did you mean 'start'?"))
    assert(told("nodes: [{}, {ports: [x]}]\n").head.contains("unknown key 'ports'"))
    assert(told("nodes: [{}, {start: [run, \"{{nothing}}\"]}]\n").head.contains("nothing"))
    assert(told("join: [[x]]\n").head.contains("'join' is for several nodes"))
    assert(told("nodes: 2\nnodes_start: soon\n").head.contains("expected one of together, in_turn"))
    assertEquals(told("nodes: [{}, {}]\n"), Nil)
  }

  test("what a node may say of itself, and of the others") {
    val path = Path.of("/made/up")
    val addresses = List(1, 2, 3).map(n => NodeAddress(n, List("peer" -> (n * 1000))))
    val second = Variables(
      "1",
      path,
      path,
      path,
      None,
      path,
      path,
      1,
      "l",
      "p",
      List("peer" -> 2000),
      Nil,
      Nil,
      node = 2,
      nodes = addresses
    )
    def rendered(text: String) = Template.render(text, second)
    assertEquals(rendered("{{node}} {{ports.peer}}"), Right("2 2000"))
    assertEquals(
      rendered("{{#nodes}}{{node}}@{{ports.peer}}{{^-last}},{{/-last}}{{/nodes}}"),
      Right("1@1000,2@2000,3@3000")
    )
    assertEquals(rendered("{{#others}}{{ports.peer}} {{/others}}"), Right("1000 3000 "))
    assertEquals(rendered("{{#serves}}live{{/serves}}{{^serves}}backup{{/serves}}"), Right("live"))
    val backup = second.copy(serves = false, data = Path.of("/made/up/2"), shared = Some(path))
    assertEquals(
      Template.render("{{#serves}}live{{/serves}}{{^serves}}backup{{/serves}} {{data}} {{shared_data}}", backup),
      Right("backup /made/up/2 /made/up")
    )
    val alone = second.copy(node = 1, nodes = Nil)
    assertEquals(
      Template.render("{{#nodes}}{{node}}@{{ports.peer}}{{/nodes}}{{#others}}x{{/others}}", alone),
      Right("1@2000")
    )
  }
