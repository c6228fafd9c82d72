package shootout.broker

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** What pip is asked, and what is made of its answers. It is a script here; [[PipWheelsIT]] has the real one. */
class PipWheelsSuite extends munit.FunSuite:
  private val temporary = FunFixture[Path](_ => Files.createTempDirectory("shootout"), Brokers.delete(_))

  /** A client that writes down how it was called, and then does what the script says. */
  private final class Client(folder: Path, script: String):
    private val calls = folder.resolve("calls")
    private val file = folder.resolve("client.sh")
    Files.writeString(file, s"#!/bin/sh\necho \"$$*\" >> $calls\n$script\n")
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"))

    private val fetching: PipWheels = PipWheels(1.minute, List(1.milli, 2.millis), List(file.toString))
    val told = scala.collection.mutable.ListBuffer.empty[String]
    def sums(scratch: Path, spec: BrokerSpec): Either[Unavailable, Checksums] =
      fetching.sums(scratch, spec, told += _)
    def fetch(scratch: Path, spec: BrokerSpec, sums: Checksums): Either[Unavailable, Path] =
      fetching.fetch(scratch, spec, sums, told += _)
    def asked: List[String] = Files.readAllLines(calls).asScala.toList

  private def broker(names: String*): BrokerSpec = Brokers.named("echo", "b", "B", Source.Wheels(names.toList))

  private def sum(text: String): String = Checksums.sha256(text)
  private val noSums = Checksums(Map.empty)

  test("a package has its version, and is no option"):
    for text <- List("Valkey==1.1.0", "a_b.c-d==2.0rc1", "a[x,y]==1") do assert(PipWheels.isPackage(text), text)
    for text <- List("a", "a>=1", "--index-url==1", "a==", "a==1 b==2", "../a==1") do
      assert(!PipWheels.isPackage(text), text)

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
    val spec = broker("a==1.0")
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
    val spec = broker("a==1.0")
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
    val why = client.fetch(folder, broker("a==1.0"), known).left.toOption.get
    assert(why.reason.startsWith("B is refused: pip/b_c-2-py3-none-any.whl has the SHA-256"), why)
    assert(why.remedy.startsWith("run again"), why)
    assertEquals(client.asked.size, 1)
  }

  temporary.test("a client that fails: told with what it said") { folder =>
    val client =
      Client(folder, "echo 'Looking'; echo 'ERROR: No matching distribution found for a==1.0'; echo 'done'; exit 1")
    val why = client.fetch(folder, broker("a==1.0"), noSums).left.toOption.get
    assert(why.reason.startsWith("B could not be fetched with pip3: "), why)
    assert(why.reason.endsWith("ended with status 1: ERROR: No matching distribution found for a==1.0"), why)
  }

  temporary.test(
    "a registry that does not answer now is asked again, after a wait that is told; one without such a version is not"
  ) {
    folder =>
      val passing = List(
        "WARNING: Retrying: NewConnectionError: Failed to establish a new connection\\nERROR: No matching distribution",
        "ERROR: HTTP error 503 while getting a"
      )
      for (words, n) <- passing.zipWithIndex do
        val own = Files.createDirectory(folder.resolve(n.toString))
        val client = Client(own, s"printf '%b\\n' '$words'; exit 1")
        assert(client.sums(own, broker("a==1.0")).isLeft)
        assertEquals(client.asked.size, 3, words)
        assertEquals(client.told.size, 2)
        assert(
          client.told.head.contains("B could not be fetched") && client.told.head.endsWith("(2 left)"),
          client.told
        )
      val gone = Client(
        Files.createDirectory(folder.resolve("gone")),
        "echo 'ERROR: No matching distribution found for a==1.0'; exit 1"
      )
      assert(gone.sums(folder, broker("a==1.0")).isLeft)
      assertEquals((gone.asked.size, gone.told.toList), (1, Nil))
  }

  temporary.test("a registry that answers at the second attempt") { folder =>
    val client = Client(
      folder,
      s"""if [ ! -e $folder/asked ]; then touch $folder/asked; echo 'ERROR: HTTP error 503'; exit 1; fi
         |printf A > a-1.0-py3-none-any.whl""".stripMargin
    )
    val sums = client.sums(folder, broker("a==1.0")).fold(why => fail(why.toString), _.sums)
    assertEquals(sums, Map("pip/a-1.0-py3-none-any.whl" -> sum("A")))
    assertEquals(client.told.toList.map(_.takeRight(8)), List("(2 left)"))
  }

  temporary.test("a client that fetches nothing") { folder =>
    val why = Client(folder, "exit 0").sums(folder, broker("a==1.0")).left.toOption.get
    assertEquals(why.reason, "pip3 fetched nothing for B")
  }

  temporary.test("no client: told how to get it") { folder =>
    val fetch = PipWheels(1.minute, List(1.minute), List("no-such-client"))
    val why = fetch.fetch(folder, broker("a==1.0"), noSums, fail(_)).left.toOption.get
    assertEquals(why.reason, "B is fetched with pip3: no-such-client is not installed")
    for manager <- PackageManager.here; (_, name) <- PipWheels.ofClient.find(_._1 == manager.command) do
      assert(why.remedy.contains(manager.installLine(name)) && why.remedy.endsWith("or give --install"), why)
  }
