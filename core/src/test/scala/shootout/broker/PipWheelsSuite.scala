package shootout.broker

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** The calls of pip and the use of its answers, with a script for pip. [[PipWheelsIT]] runs the real one. */
class PipWheelsSuite extends TemporaryFolder:
  private final class Client(folder: Path, script: String):
    private val calls = folder.resolve("calls")
    private val file = folder.resolve("client.sh")
    Files.writeString(file, s"#!/bin/sh\necho \"$$*\" >> $calls\n$script\n")
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"))

    val wheels: PipWheels = PipWheels(folder, 1.minute, installs = false, _ => (), List(file.toString))
    def asked: List[String] = Files.readAllLines(calls).asScala.toList

  private val spec = Brokers.named("echo", "b", "B", Source.Wheels(List("a==1.0")))
  private val (a, b) = ("pip/a-1.0-py3-none-any.whl", "pip/b_c-2-py3-none-any.whl")
  private val right = Checksums(Map(a -> Checksums.sha256("A"), b -> Checksums.sha256("B")))

  test("a package needs a version and must not be an option"):
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

  folder.test("locking downloads wheels with dependencies; fetching takes exactly those of files.sha256"): folder =>
    val client = Client(folder, pip)
    assertEquals(client.wheels.sums(spec), Right(right))
    val there = client.wheels.fetch(spec, right).fold(why => fail(why.toString), identity)
    assert(Files.isDirectory(there.resolve("a")), there)
    val List(first, second, third) = client.asked: @unchecked
    assert(first.startsWith("download ") && first.contains("--only-binary=:all:") && first.endsWith(" a==1.0"), first)
    assert(second.endsWith(" --no-deps a==1.0 b_c==2"), second)
    assert(third.startsWith("install ") && third.contains(" --no-index --no-deps "), third)
    assert(!third.contains("note.txt"), third)

  folder.test("of wheels for several platforms one is fetched, and the others stay locked"): folder =>
    val client = Client(folder, pip)
    val elsewhere = Map("pip/b_c-2-py3-none-macosx_13_0_arm64.whl" -> Checksums.sha256("C"))
    assert(client.wheels.fetch(spec, Checksums(right.sums ++ elsewhere)).isRight)
    assert(client.asked.head.endsWith(" --no-deps a==1.0 b_c==2"), client.asked)
    val old = Map("pip/b_c-1-py3-none-any.whl" -> Checksums.sha256("D"))
    assertEquals(BrokerLock.joined(spec, Checksums(old ++ elsewhere), right).sums, right.sums ++ elsewhere)
    val absent = client.wheels.fetch(spec, Checksums(right.sums ++ old))
    assert(absent.left.exists(_.reason.contains("b_c-1")), absent)

  folder.test("a wrong checksum is refused before the installation"): folder =>
    val client = Client(folder, pip)
    val why =
      client.wheels.fetch(spec, Checksums(right.sums.updated(b, Checksums.sha256("X")))).left.toOption.get
    assert(why.reason.startsWith(s"B is refused: $b has the SHA-256"), why)
    assert(why.remedy.startsWith("run again"), why)
    assertEquals(client.asked.size, 1)

  folder.test("a failure of pip is reported with its error"): folder =>
    val script =
      "echo 'Looking'; echo 'ERROR: No matching distribution found for a==1.0'; echo 'done'; exit 1"
    val why = Client(folder, script).wheels.sums(spec).left.toOption.get
    assert(why.reason.startsWith("B could not be fetched with pip3: "), why)
    assert(why.reason.endsWith("ended with status 1: ERROR: No matching distribution found for a==1.0"), why)
