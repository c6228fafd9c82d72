package shootout.broker

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

class ArtifactsSuite extends munit.FunSuite:
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
    val outcome = Artifacts(cache, maven, 1.minute).fetch(Brokers.spec("echo"), _ => ())
    assert(reason(outcome).contains("there is no network for the download"), reason(outcome))
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

  temporary.test("a missing artifact") { folder =>
    val maven = program(folder, "echo '[ERROR] Could not find artifact g:a:jar:1 in x'; exit 1")
    val outcome = Artifacts(folder.resolve("cache"), maven).fetch(Brokers.spec("echo"), _ => ())
    assert(reason(outcome).contains("is not in the registry that Maven uses"), reason(outcome))
  }

  temporary.test("fetched once, then taken from the cache") { folder =>
    val maven =
      program(folder, "for a in \"$@\"; do d=${a#-DoutputDirectory=}; done; mkdir -p \"$d\"; touch \"$d/a.jar\"")
    val artifacts = Artifacts(folder.resolve("cache"), maven)
    var said = 0
    val first = artifacts.fetch(Brokers.spec("echo"), _ => said += 1).fold(u => fail(u.toString), identity)
    assert(Files.exists(first.resolve("a.jar")))
    assertEquals(artifacts.fetch(Brokers.spec("echo"), _ => said += 1), Right(first))
    assertEquals(said, 1)
    assertEquals(left(folder.resolve("cache")), List(first))
  }
