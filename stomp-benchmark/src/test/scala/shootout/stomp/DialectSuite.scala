package shootout.stomp

import shootout.yaml.Node
import shootout.scenario.Ack

class DialectSuite extends munit.FunSuite:
  private def read(text: String): Either[List[String], Dialect] =
    val node =
      shootout.yaml.Yaml.parse("broker.yaml", text).fold(problems => fail(problems.toString), (n: Node) => n)
    Dialect.read(node).left.map(_.map(_.toString))

  test("optional keys have defaults"):
    val least = read("version: \"1.1\"\nqueue: { prefix: /queue/ }\ntopic: { prefix: /topic/ }")
    val queue = Addressing("/queue/", Nil, Nil)
    val topic = Addressing("/topic/", Nil, Nil)
    assertEquals(least, Right(Dialect(Version.V11, None, queue, topic, Nil, Nil, None, None, None, Ack.values.toList)))

  test("all keys are read"):
    val text =
      """version: "1.0"
                 |host: h
                 |queue: { prefix: q., send: { a: 1 }, subscribe: { b: 2, c: 3 } }
                 |topic: { prefix: t. }
                 |persistent: { p: "true" }
                 |non_persistent: { p: "false" }
                 |prefetch: { credit: "{{count}},0" }
                 |frame_overhead: 100
                 |selector: filter
                 |message_group: group
                 |ack: [auto, individual]
                 |durable: { connect: { client-id: "{{client}}" }, subscribe: { id: x }, unsubscribe: { id: y }, forget: { id: z } }
                 |""".stripMargin
    val durable =
      DurableDialect(List("client-id" -> "{{client}}"), List("id" -> "x"), List("id" -> "y"), Some(List("id" -> "z")))
    val expected = Dialect(
      Version.V10,
      Some("h"),
      Addressing("q.", List("a" -> "1"), List("b" -> "2", "c" -> "3")),
      Addressing("t.", Nil, Nil),
      List("p" -> "true"),
      List("p" -> "false"),
      Some(List("credit" -> "{{count}},0")),
      Some(durable),
      Some("filter"),
      List(Ack.Auto, Ack.Individual),
      100,
      Some("group")
    )
    assertEquals(read(text), Right(expected))

  test("every problem is reported with its line"):
    val text = """version: "2.0"
                 |queue: { prefx: /queue/ }
                 |topic: /topic/
                 |ack: [auto, never]
                 |durable: { connect: { a: b } }
                 |persistant: { a: b }
                 |""".stripMargin
    val problems = read(text).left.getOrElse(Nil)
    def at(line: Int, words: String) = assert(
      problems.exists(p => p.startsWith(s"broker.yaml:$line:") && p.contains(words)),
      s"$line: $words in ${problems.mkString("\n", "\n", "")}"
    )
    at(1, "1.2")
    at(2, "prefx")
    at(2, "prefix")
    at(3, "/topic/")
    at(4, "never")
    at(5, "subscribe")
    at(6, "persistant")

  test("the schema for editors has the keys of this section"):
    val home = java.nio.file.Path.of(sys.props("shootout.home"))
    val schema = ujson.read(java.nio.file.Files.readString(home.resolve("brokers/broker.schema.json")))
    def keys(of: String) = schema("$defs")(of)("properties").obj.keySet.toSet
    val Listed = """(?s).*unknown key 'zzz'[^(]*\(allowed: ([^)]*)\).*""".r
    def known(yaml: String) = read(yaml).left.toOption.get.mkString("\n") match
      case Listed(keys) => keys.split(", ").toSet
      case other => fail(other)
    assertEquals(keys("stomp") -- Set("port", "cannot", "unsupported"), known("zzz: 1"))
    assertEquals(keys("addressing"), known("queue: {zzz: 1}"))
    assertEquals(keys("durable"), known("durable: {zzz: 1}"))
