package shootout.broker

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

class ArtifactsIT extends munit.FunSuite:
  override val munitTimeout: Duration = 2.minutes
  private val temporary = FunFixture[Path](_ => Files.createTempDirectory("shootout"), Brokers.delete(_))

  private def program(folder: Path, script: String): List[String] =
    val file = folder.resolve("maven.sh")
    Files.writeString(file, s"#!/bin/sh\n$script\n")
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"))
    List(file.toString)

  private def reason(outcome: Either[Unavailable, Path]): String =
    outcome.fold(_.toString, path => fail(s"unexpectedly there: $path"))

  private def left(cache: Path): List[Path] =
    if Files.exists(cache) then Using.resource(Files.list(cache))(_.iterator.asScala.toList) else Nil

  temporary.test("no network: said within bounded time, and nothing half-fetched is left") { folder =>
    val cache = folder.resolve("cache")
    // Port 1 of this machine, where nothing listens, as mirror of everything.
    val settings = folder.resolve("settings.xml")
    Files.writeString(
      settings,
      "<settings><mirrors><mirror><id>none</id><mirrorOf>*</mirrorOf><url>http://127.0.0.1:1/</url></mirror></mirrors></settings>"
    )
    val repository = folder.resolve("repository")
    val maven = List("mvn", "--settings", settings.toString, s"-Dmaven.repo.local=$repository")
    val outcome = Artifacts(cache, maven, 1.minute, List(10.millis)).fetch(Brokers.spec("echo"), _ => ())
    assert(reason(outcome).contains("connect to a network"), reason(outcome))
    assertEquals(left(cache), Nil)
  }

  temporary.test("no Maven") { folder =>
    val outcome = Artifacts(folder.resolve("cache"), List("no-such-maven")).fetch(Brokers.spec("echo"), _ => ())
    assert(reason(outcome).contains("install Maven"), reason(outcome))
  }

  temporary.test("a download that hangs is given up, with all its processes") { folder =>
    val maven = program(folder, "sleep 600 & wait")
    val outcome = Artifacts(folder.resolve("cache"), maven, 300.millis).fetch(Brokers.spec("echo"), _ => ())
    assert(reason(outcome).contains("did not end within 300 milliseconds"), reason(outcome))
    assertEquals(left(folder.resolve("cache")), Nil)
  }

  temporary.test("without files.sha256, or with a line that is none, nothing is fetched") { folder =>
    def outcome(lines: Option[String]) =
      val own = Files.createTempDirectory(folder, "b")
      lines.foreach(Files.writeString(own.resolve(Checksums.file), _))
      val spec = Brokers.spec("echo").copy(files = BrokerFiles(own))
      reason(Artifacts(folder.resolve("cache"), List("no-such-maven")).fetch(spec, fail(_)))
    val none = outcome(None)
    assert(none.contains("there is no brokers/echo/files.sha256") && none.contains("bin/lock-brokers echo"), none)
    val bad = outcome(Some(s"${"a" * 64}  g/a/1/a-1.jar\nabc g/b\n"))
    assert(bad.startsWith("brokers/echo/files.sha256: line 2 is 'abc g/b'; write 64 hexadecimal digits"), bad)
  }

  test("what changed between two lists: new, gone, other content") {
    val before = Checksums(Map("g/a" -> "1", "g/b" -> "2", "g/c" -> "3"))
    val after = Checksums(Map("g/a" -> "1", "g/b" -> "4", "g/d" -> "5"))
    assertEquals(before.changes(after), List("! 4  g/b (was 2)", "- 3  g/c", "+ 5  g/d"))
    assertEquals(after.text, "1  g/a\n4  g/b\n5  g/d\n")
  }
