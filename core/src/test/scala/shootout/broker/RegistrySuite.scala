package shootout.broker

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** What the clients of registries are asked, and what is made of their answers. The clients here are scripts; [[RegistryIT]] has the real
  * ones.
  */
class RegistrySuite extends munit.FunSuite:
  private val temporary = FunFixture[Path](_ => Files.createTempDirectory("shootout"), Brokers.delete(_))

  /** A client that writes down how it was called, and then does what the script says. */
  private final class Client(folder: Path, script: String):
    private val calls = folder.resolve("calls")
    private val file = folder.resolve("client.sh")
    Files.writeString(file, s"#!/bin/sh\necho \"$$*\" >> $calls\n$script\n")
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"))

    private val fetching: RegistryFetch = RegistryFetch(1.minute, List(1.milli, 2.millis), _ => List(file.toString))
    val told = scala.collection.mutable.ListBuffer.empty[String]
    def sums(scratch: Path, spec: BrokerSpec): Either[Unavailable, Checksums] =
      fetching.sums(scratch, spec, told += _)
    def fetch(scratch: Path, spec: BrokerSpec, sums: Checksums): Either[Unavailable, Path] =
      fetching.fetch(scratch, spec, sums, told += _)
    def asked: List[String] = Files.readAllLines(calls).asScala.toList

  private def broker(registry: Registry, names: String*): BrokerSpec =
    Brokers.spec("echo").copy(title = "B", source = Source.Packages(registry, names.toList))

  private def sum(text: String): String = Checksums.sha256(text)
  private val noSums = Checksums(Map.empty)

  test("a package has its version, and is no option"):
    val good = List(
      Registry.Pip -> List("CoilMQ==1.1.0", "a_b.c-d==2.0rc1", "a[x,y]==1"),
      Registry.Npm -> List("a@1.2.3", "@scope/a.b@2.0.0-rc.1"),
      Registry.Go -> List("example.org/a/v2/cmd/b@v2.1.0", "example.org/a@v0.0.0-20240101000000-abcdef")
    )
    val bad = List(
      Registry.Pip -> List("a", "a>=1", "--index-url==1", "a==", "a==1 b==2", "../a==1"),
      Registry.Npm -> List("a", "a@latest", "-g@1", "a@^1", "http:a@1"),
      Registry.Go -> List("a", "a@latest", "-a@v1", "a@1.0")
    )
    for (registry, texts) <- good; text <- texts do assert(registry.isPackage(text), text)
    for (registry, texts) <- bad; text <- texts do assert(!registry.isPackage(text), text)

  private val pip =
    """while [ $# -gt 0 ]; do
      |  case "$1" in
      |    --dest) printf A > "$2/a-1.0-py3-none-any.whl"; printf B > "$2/b_c-2-py3-none-any.whl"; printf log > "$2/note.txt" ;;
      |    --target) mkdir "$2/a" ;;
      |  esac
      |  shift
      |done""".stripMargin

  temporary.test("pip: wheels, with their dependencies; later exactly those of files.sha256") { folder =>
    val client = Client(folder, pip)
    val spec = broker(Registry.Pip, "a==1.0")
    val sums =
      client.sums(Files.createDirectory(folder.resolve("1")), spec).fold(why => fail(why.toString), identity)
    assertEquals(sums.sums, Map("pip/a-1.0-py3-none-any.whl" -> sum("A"), "pip/b_c-2-py3-none-any.whl" -> sum("B")))
    val there = client.fetch(
      Files.createDirectory(folder.resolve("2")),
      spec,
      sums
    ).fold(why => fail(why.toString), identity)
    assert(Files.isDirectory(there.resolve("a")), there)
    val List(first, second, third) = client.asked: @unchecked
    assert(
      first.startsWith("download ") && first.contains("--only-binary=:all:") && first.endsWith("/download a==1.0"),
      first
    )
    assert(second.endsWith(" --no-deps a==1.0 b_c==2"), second)
    assert(third.startsWith("install ") && third.contains(" --no-index --no-deps "), third)
    assert(!third.contains("note.txt"), third)
  }

  temporary.test(
    "pip: a package with wheels for several kinds of machines: the one of this kind, and the others stay known"
  ) { folder =>
    val client = Client(folder, pip)
    val spec = broker(Registry.Pip, "a==1.0")
    val here = Checksums(Map("pip/a-1.0-py3-none-any.whl" -> sum("A"), "pip/b_c-2-py3-none-any.whl" -> sum("B")))
    val elsewhere = Map("pip/b_c-2-py3-none-macosx_13_0_arm64.whl" -> sum("C"))
    assert(client.fetch(folder, spec, Checksums(here.sums ++ elsewhere)).isRight)
    assert(client.asked.head.endsWith(" --no-deps a==1.0 b_c==2"), client.asked)
    val old = Map("pip/b_c-1-py3-none-any.whl" -> sum("D"))
    assertEquals(BrokerLock.joined(spec, Checksums(old ++ elsewhere), here).sums, here.sums ++ elsewhere)
    val absent = Checksums(here.sums ++ old)
    assert(client.fetch(
      Files.createDirectory(folder.resolve("2")),
      spec,
      absent
    ).left.exists(_.reason.contains("b_c-1")))
  }

  temporary.test("a wrong byte: refused before anything is installed") { folder =>
    val client = Client(folder, pip)
    val known = Checksums(Map("pip/a-1.0-py3-none-any.whl" -> sum("A"), "pip/b_c-2-py3-none-any.whl" -> sum("X")))
    val why = client.fetch(folder, broker(Registry.Pip, "a==1.0"), known).left.toOption.get
    assert(why.reason.startsWith("B is refused: pip/b_c-2-py3-none-any.whl has the SHA-256"), why)
    assert(why.remedy.startsWith("run again"), why)
    assertEquals(client.asked.size, 1)
  }

  private val npm =
    """case "$1" in
      |  install) cat > package-lock.json <<'END'
      |{"packages": {"": {"name": "x"}, "node_modules/a": {"version": "1.0.0"}, "node_modules/@s/b": {"version": "2.0.0"},
      | "node_modules/a/node_modules/@s/b": {"version": "1.0.0"}, "node_modules/o": {"version": "1.0.0", "optional": true},
      | "node_modules/c": {"version": "3.0.0", "inBundle": true}}}
      |END
      |  ;;
      |  pack) for n in a-1.0.0 s-b-2.0.0 s-b-1.0.0; do
      |      mkdir -p package && echo $n > package/which && tar -czf $n.tgz package
      |    done ;;
      |esac""".stripMargin

  temporary.test("npm: the tree that it would make, each package in its place, and no script run") { folder =>
    val client = Client(folder, npm)
    val spec = broker(Registry.Npm, "a@1.0.0")
    val sums =
      client.sums(Files.createDirectory(folder.resolve("1")), spec).fold(why => fail(why.toString), identity)
    val names =
      List("node_modules/@s/b@2.0.0.tgz", "node_modules/a/node_modules/@s/b@1.0.0.tgz", "node_modules/a@1.0.0.tgz")
    assertEquals(sums.sums.keys.toList.sorted, names)
    assertEquals(Files.readString(folder.resolve("1/download/package.json")), """{"dependencies":{"a":"1.0.0"}}""")
    val List(install, pack) = client.asked: @unchecked
    assert(install.contains("--package-lock-only") && install.contains("--ignore-scripts"), install)
    assertEquals(pack.split(' ').toList.takeRight(3).sorted, List("@s/b@1.0.0", "@s/b@2.0.0", "a@1.0.0"))
    assertEquals(Checksums.read(Files.writeString(folder.resolve("sums"), sums.text)), Right(Some(sums)))
    // an archive of now has other times in it than one of then
    val scratch = Files.createDirectory(folder.resolve("2"))
    val got = NpmPackages.download(Ask(List(folder.resolve("client.sh").toString), 1.minute), Nil, Some(sums), scratch)
    val files = got.fold(why => fail(why.summary), identity)
    assertEquals(files.map(_.name).sorted, names)
    val target = Files.createDirectory(folder.resolve("target"))
    assertEquals(NpmPackages.install(Ask(List("false"), 1.minute), Nil, files, scratch, target), Right(()))
    assertEquals(Files.readString(target.resolve("node_modules/a/node_modules/@s/b/which")).trim, "s-b-1.0.0")
    assertEquals(Files.readString(target.resolve("node_modules/@s/b/which")).trim, "s-b-2.0.0")
  }

  private val go =
    """case "$1" in
      |  get) d="$GOMODCACHE/cache/download/example.org/!big/b/@v"; mkdir -p "$d"; printf Z > "$d/v1.0.0.zip"; printf M > "$d/v1.0.0.mod"
      |    t="$GOMODCACHE/cache/download/golang.org/toolchain/@v"; mkdir -p "$t"; printf T > "$t/v0.0.1.zip" ;;
      |  build) echo "proxy $GOPROXY, cgo $CGO_ENABLED" >> "$(dirname "$0")/calls"; printf run > "$3/cmd" ;;
      |esac""".stripMargin

  temporary.test("go: the modules that are needed, and programs built of them without a network") { folder =>
    val client = Client(folder, go)
    val spec = broker(Registry.Go, "example.org/Big/b/cmd@v1.0.0")
    val sums =
      client.sums(Files.createDirectory(folder.resolve("1")), spec).fold(why => fail(why.toString), identity)
    assertEquals(sums.sums, Map("cache/download/example.org/!big/b/@v/v1.0.0.zip" -> sum("Z")))
    val there = client.fetch(
      Files.createDirectory(folder.resolve("2")),
      spec,
      sums
    ).fold(why => fail(why.toString), identity)
    assertEquals(Files.readString(Registry.Go.program(List("example.org/Big/b/cmd@v1.0.0"), there)), "run")
    val required = Files.readString(folder.resolve("2/download/go.mod"))
    assert(required.contains("\texample.org/Big/b v1.0.0\n"), required)
    assertEquals(client.asked.last, "proxy off, cgo 0")
    assert(client.asked.contains("get example.org/Big/b/cmd@v1.0.0"), client.asked)
  }

  test("the name of a program in Go"):
    assertEquals(
      List("a.org/b@v1.0.0", "a.org/b/v2@v2.0.0", "a.org/b/cmd/c@v1.0.0").map(GoModules.program),
      List("b", "b", "c")
    )

  temporary.test("a client that fails: told with what it said") { folder =>
    val client =
      Client(folder, "echo 'Looking'; echo 'ERROR: No matching distribution found for a==1.0'; echo 'done'; exit 1")
    val why = client.fetch(folder, broker(Registry.Pip, "a==1.0"), noSums).left.toOption.get
    assert(why.reason.startsWith("B could not be fetched with pip3: "), why)
    assert(why.reason.endsWith("ended with status 1: ERROR: No matching distribution found for a==1.0"), why)
  }

  temporary.test(
    "a registry that does not answer now is asked again, after a wait that is told; one without such a version is not"
  ) {
    folder =>
      // what the clients say of it
      val passing = List(
        Registry.Pip -> "WARNING: Retrying: NewConnectionError: Failed to establish a new connection\\nERROR: No matching distribution",
        Registry.Pip -> "ERROR: HTTP error 503 while getting a",
        Registry.Npm -> "npm error code ECONNREFUSED",
        Registry.Npm -> "npm ERR! 502 Bad Gateway - GET",
        Registry.Go -> "go: example.org/a@v1.0.0: reading x: 503 Service Unavailable",
        Registry.Go -> "go: dial tcp: lookup example.org: no such host"
      )
      val names = Map(Registry.Pip -> "a==1.0", Registry.Npm -> "a@1.0.0", Registry.Go -> "example.org/a@v1.0.0")
      for ((registry, words), n) <- passing.zipWithIndex do
        val own = Files.createDirectory(folder.resolve(n.toString))
        val client = Client(own, s"printf '%b\\n' '$words'; exit 1")
        assert(client.sums(own, broker(registry, names(registry))).isLeft)
        assertEquals(client.asked.size, 3, words)
        assertEquals(client.told.size, 2)
        assert(
          client.told.head.contains("B could not be fetched") && client.told.head.endsWith("(2 left)"),
          client.told
        )
      val gone = Client(Files.createDirectory(folder.resolve("gone")), "echo 'npm error code E404'; exit 1")
      assert(gone.sums(folder, broker(Registry.Npm, "a@1.0.0")).isLeft)
      assertEquals((gone.asked.size, gone.told.toList), (1, Nil))
  }

  temporary.test("a registry that answers at the second attempt") { folder =>
    val client = Client(
      folder,
      s"""if [ ! -e $folder/asked ]; then touch $folder/asked; echo 'ERROR: HTTP error 503'; exit 1; fi
         |printf A > a-1.0-py3-none-any.whl""".stripMargin
    )
    val sums = client.sums(folder, broker(Registry.Pip, "a==1.0")).fold(why => fail(why.toString), _.sums)
    assertEquals(sums, Map("pip/a-1.0-py3-none-any.whl" -> sum("A")))
    assertEquals(client.told.toList.map(_.takeRight(8)), List("(2 left)"))
  }

  temporary.test("a client that fetches nothing") { folder =>
    val why = Client(folder, "exit 0").sums(folder, broker(Registry.Pip, "a==1.0")).left.toOption.get
    assertEquals(why.reason, "pip3 fetched nothing for B")
  }

  temporary.test("no client: told how to get it") { folder =>
    val fetch = RegistryFetch(1.minute, List(1.minute), _ => List("no-such-client"))
    val why = fetch.fetch(folder, broker(Registry.Pip, "a==1.0"), noSums, fail(_)).left.toOption.get
    assertEquals(why.reason, "B is fetched with pip3: no-such-client is not installed")
    for manager <- PackageManager.here; (_, name) <- Registry.Pip.install.find(_._1 == manager.command) do
      assert(why.remedy.contains(manager.installLine(name)) && why.remedy.endsWith("or give --install"), why)
  }
