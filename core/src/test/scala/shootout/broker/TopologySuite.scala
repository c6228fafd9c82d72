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

  private def read(parent: Path, text: String): BrokerSpec = Brokers.read(parent, text).head

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

  temporary.test("what cannot be is told with its line, and what to write") { parent =>
    def told(more: String) = Brokers.problems(parent, broker + more)
    assert(told("nodes: none\n").head.startsWith("10: found 'none', expected a whole number of at least 1, or a list"))
    assert(told("nodes: 0\n").head.contains("expected a whole number of at least 1"))
    assert(told("nodes: []\n").nonEmpty)
    assert(
      told("nodes: [{serves: false, ready_log: x}, {}]\n").head.contains("the first node is the one that clients know")
    )
    assert(told("nodes: [{}, {serves: false}]\n").head.contains("write ready_log: with what it says then"))
    assert(told("nodes: [{}, {ports: [x]}]\n").head.contains("unknown key 'ports'"))
    assert(told("nodes: [{}, {start: [run, \"{{nothing}}\"]}]\n").head.contains("nothing"))
    assert(told("join: [[x]]\n").head.contains("'join' is for several nodes"))
    assertEquals(told("nodes: [{}, {}]\n"), Nil)
  }

  test("what a node may say of itself, and of the others") {
    val path = Path.of("/made/up")
    val ports = List(1, 2, 3).map(n => List("peer" -> (n * 1000)))
    def rendered(text: String, node: Int = 2, nodes: List[List[(String, Int)]] = ports, serves: Boolean = true) =
      val own = path.resolve(s"$node")
      val variables =
        Variables("1", path, path, path, None, None, own, own, path, 1, "l", "p", Nil, Nil, node, serves, nodes)
      Template.render(text, variables).fold(fail(_), identity)
    val all = "{{#nodes}}{{node}}@{{ports.peer}}{{^-last}},{{/-last}}{{/nodes}}"
    assertEquals(rendered("{{node}} {{ports.peer}}"), "2 2000")
    assertEquals(rendered(all), "1@1000,2@2000,3@3000")
    assertEquals(rendered("{{#others}}{{ports.peer}} {{/others}}"), "1000 3000 ")
    val role = "{{#serves}}live{{/serves}}{{^serves}}backup{{/serves}} {{data}} {{shared_data}}"
    assertEquals(rendered(role), "live /made/up/2 /made/up")
    assertEquals(rendered(role, serves = false), "backup /made/up/2 /made/up")
    assertEquals(rendered(s"$all{{#others}}x{{/others}}", 1, ports.take(1)), "1@1000")
  }
