package shootout.yaml

import shootout.broker.TemporaryFolder

import java.nio.file.{Files, Path}

/** Files that are too large, deep or wide are refused by name before they take time and memory. */
class YamlSuite extends TemporaryFolder:
  private def refused(read: Either[List[Problem], Node])(using munit.Location): String =
    read.fold(problems => problems.mkString("\n"), node => fail(s"it was read: ${node.describe}"))

  private def says(read: Either[List[Problem], Node], words: String*)(using munit.Location): Unit =
    val found = refused(read)
    for word <- words do assert(found.contains(word), found)
    assert(found.length < 500, s"${found.length} characters: ${found.take(500)}")

  /** Each level refers to the one below several times; seven are within the library's own limit of aliases. */
  private def bomb(levels: Int, times: Int): String =
    val names = ('a' until ('a' + levels).toChar).toList
    val lists =
      names.zip(names.drop(1)).map((below, name) => s"$name: &$name [${List.fill(times)(s"*$below").mkString(", ")}]")
    (s"a: &a [${List.fill(times)("x").mkString(", ")}]" :: lists).mkString("", "\n", "\n")

  test("nested aliases are refused if they expand to too many values"):
    says(Yaml.parse("bomb.yaml", bomb(levels = 8, times = 7)), "bomb.yaml:", "more than 100000 values", "use fewer")
    assert(Yaml.parse("small.yaml", bomb(levels = 3, times = 3)).isRight)

  test("lists and mappings are refused beyond 64 levels"):
    says(Yaml.parse("deep.yaml", "[" * 4000 + "]" * 4000), "deep.yaml:1:", "more than 64 levels deep")
    val block = (0 until 4000).map(n => s"${" " * n}a:\n").mkString
    says(Yaml.parse("deep.yaml", block), "deep.yaml:65:", "more than 64 levels deep")
    assert(Yaml.parse("flat.yaml", "[" * 64 + "]" * 64).isRight)

  test("a text is refused beyond 10000 characters, as value and key"):
    val long = "x" * 20_000
    says(Yaml.parse("long.yaml", s"group: $long"), "long.yaml:1:", "20000 characters; write at most 10000")
    says(Yaml.parse("long.yaml", s"? $long\n: 1\n"), "long.yaml:1:", "20000 characters")

  test("a message quotes at most a line of a text"):
    val read = Yaml.parse("x.yaml", s"count: ${"9" * 5000}").toOption.get
    val problems = Problems()
    Fields.reader("a mapping")((fields, _) => fields.option("count", Reader.int(1))).read(read, problems)
    assertEquals(problems.toList.size, 1)
    assert(problems.toList.head.message.length < 250, problems.toList.head.message)

  test("a huge word has no suggestion"):
    assertEquals(Fields.meant("x" * 5_000_000, List("group", "scenario")), None)
    assertEquals(Fields.meant("grup", List("group", "scenario")), Some("group"))

  folder.test("a file is refused beyond 1 MiB"): dir =>
    val large = Files.writeString(dir.resolve("large.yaml"), "#" * (1024 * 1024 + 1))
    says(Yaml.read(large), "large.yaml", "more than 1024 KiB", "is it the right file?")
    assert(Yaml.read(Files.writeString(dir.resolve("small.yaml"), "a: 1")).isRight)

  folder.test("a pipe, a device and a folder are refused"): dir =>
    val pipe = dir.resolve("pipe.yaml")
    assertEquals(ProcessBuilder("mkfifo", pipe.toString).start().waitFor(), 0)
    for path <- List(pipe, Path.of("/dev/zero"), dir) do
      says(Yaml.read(path), s"$path:1:1: is no file but", "write the text into a file")

  folder.test("a file that is missing or not in UTF-8 is refused in words"): dir =>
    val latin = Files.write(dir.resolve("latin.yaml"), Array[Byte]('a', ':', ' ', 0xe4.toByte))
    says(Yaml.read(latin), "latin.yaml", "not in UTF-8")
    says(Yaml.read(dir.resolve("none.yaml")), "none.yaml", "there is no such file")

  test("tags create no objects: a value is a text, a list or a mapping"):
    val text = """a: !!javax.script.ScriptEngineManager [!!java.net.URL ["http://127.0.0.1:9/"]]
                 |b: !!python/object/apply:os.system [id]
                 |c: !!int x
                 |""".stripMargin
    def plain(node: Node): Any = node match
      case Node.Scalar(value, _) => value
      case Node.Sequence(items, _) => items.map(plain)
      case Node.Mapping(entries, _) => entries.map((key, value) => key.text -> plain(value))
    val read = Yaml.parse("tags.yaml", text).map(plain)
    assertEquals(read, Right(List("a" -> List(List("http://127.0.0.1:9/")), "b" -> List("id"), "c" -> "x")))

  test("a text with NUL is refused"):
    says(Yaml.parse("nul.yaml", "a: \"x\\0y\""), "nul.yaml:1:", "a text with a NUL character (\\0); write it without")
