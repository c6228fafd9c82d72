package shootout.broker

import java.nio.file.Path

class TopologySuite extends TemporaryFolder:
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

  folder.test("a number of nodes creates equal nodes"): parent =>
    val spec =
      read(parent, broker + "nodes: 3\nnodes_start: in_turn\njoin: [[join, \"{{#others}}{{node}}{{/others}}\"]]\n")
    assertEquals(spec.nodes.map(_.number), List(1, 2, 3))
    assert(spec.nodes.forall(node => node.serves && node.launch == spec.launch))
    assertEquals((spec.topology.inTurn, spec.topology.join.size), (true, 1))

  folder.test("the settings of a node override those of the broker"): parent =>
    val spec =
      read(parent, broker + "nodes:\n  - {}\n  - {serves: false, ready_log: in step, arguments: [--backup]}\n")
    assertEquals(spec.nodes.map(_.serves), List(true, false))
    assertEquals(spec.nodes.map(_.readyLog), List(None, Some("in step")))
    assertEquals(spec.nodes.map(_.launch.start), List(spec.launch.start, spec.launch.start :+ "--backup"))

  folder.test("invalid nodes are refused with line and fix"): parent =>
    def found(more: String) = Brokers.problems(parent, broker + more)
    assert(found("nodes: none\n").head.startsWith("10: found 'none', expected a whole number of at least 1, or a list"))
    assert(found("nodes: []\n").nonEmpty)
    assertEquals(found("nodes: [{}, {}]\n"), Nil)
    val wrong = List(
      "nodes: 0" -> "expected a whole number of at least 1",
      "nodes: [{serves: false, ready_log: x}, {}]" -> "the first node is the one that clients know",
      "nodes: [{}, {serves: false}]" -> "write ready_log: with what it says then",
      "nodes: [{}, {ports: [x]}]" -> "unknown key 'ports'",
      "nodes: [{}, {start: [run, \"{{nothing}}\"]}]" -> "nothing",
      "join: [[x]]" -> "'join' is for several nodes"
    )
    for (text, words) <- wrong do assert(found(s"$text\n").head.contains(words), text)

  test("a template has variables of its node and of the others"):
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
