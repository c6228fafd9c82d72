package shootout.broker

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Brokers fetched by the real Maven, from a registry that offers no checksum files and does what registries do. */
class FetchIT extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  private final class Place(val folder: Path) extends AutoCloseable:
    val mirror: MavenMirror = MavenMirror(folder)
    val cache: Path = folder.resolve("cache")
    val said = collection.mutable.ListBuffer.empty[String]
    def artifacts: Artifacts = Artifacts(cache, mirror.maven, 2.minutes)

    /** A broker with these lines in its `files.sha256`. */
    def broker(name: String, source: Source, sums: String): BrokerSpec =
      val own = Files.createDirectories(folder.resolve(name))
      Files.writeString(own.resolve(Checksums.file), sums)
      Brokers.named("echo", name, name.capitalize, source).copy(files = BrokerFiles(own))

    def fetch(specs: BrokerSpec*): List[Either[Unavailable, Path]] = fetch(artifacts, specs*)
    def fetch(from: Artifacts, specs: BrokerSpec*): List[Either[Unavailable, Path]] =
      val outcome = from.fetch(specs.toList, installs = false, text => said += text)
      specs.toList.map(spec => outcome(spec.name))
    def close(): Unit =
      mirror.close()
      Brokers.delete(folder)

  private val places = FunFixture[Place](_ => Place(Files.createTempDirectory("shootout")), _.close())
  private def jars(coordinates: String*) = Source.Jars(coordinates.toList, Nil)
  private def names(folder: Path): List[String] =
    if !Files.exists(folder) then Nil
    else Using.resource(Files.list(folder))(_.iterator.asScala.map(_.getFileName.toString).toList.sorted)
  private def here(outcome: Either[Unavailable, Path]): List[String] =
    names(outcome.fold(why => fail(why.toString), identity))
  private def refused(outcome: Either[Unavailable, Path]): Unavailable =
    outcome.fold(identity, path => fail(s"unexpectedly there: ${names(path)}"))

  places.test("no checksum files in the registry: fetched, with the versions that files.sha256 names, and only once") {
    p =>
      p.mirror.offerVersions("deep", "1.0", "1.1")
      p.mirror.offerJar("deep", "1.1")
      val sums = p.mirror.offerJar("front", "1", "deep" -> "[1,2)") + p.mirror.offerJar("deep", "1.0")
      val broker = p.broker("one", jars("shootout:front:1"), sums)
      assertEquals(here(p.fetch(broker).head), List("deep-1.0.jar", "front-1.jar"))
      p.mirror.close()
      assertEquals(here(p.fetch(broker).head), List("deep-1.0.jar", "front-1.jar"))
      assertEquals(p.said.toList, List("downloading One 1 with mvn"))
      assertEquals(names(p.cache).size, 1)
  }

  places.test(
    "a wrong byte: refused with both sums; an archive that leaves its folder is, too; the one beside them is had"
  ) { p =>
    val path = MavenMirror.jar("front", "1")
    val expected = p.mirror.offerJar("front", "1")
    val found = p.mirror.offer(path, "front 2".getBytes).take(64)
    val zip = p.mirror.offer("shootout/packed/1/packed-1.zip", MavenMirror.zip("packed/bin/start", "go"))
    p.mirror.offer("shootout/packed/1/packed-1.pom", Files.readAllBytes(pom(p, "packed")))
    val evil = p.mirror.offer("shootout/leaving/1/leaving-1.zip", MavenMirror.zip("../../../../evil", "rm"))
    p.mirror.offer("shootout/leaving/1/leaving-1.pom", Files.readAllBytes(pom(p, "leaving")))
    val leaving = p.broker("leaving", Source.Archive("shootout:leaving:1:zip"), evil)
    val wrong = p.broker("wrong", jars("shootout:front:1"), expected)
    val packed = p.broker("packed", Source.Archive("shootout:packed:1:zip"), zip)
    val List(first, second, third) = p.fetch(wrong, packed, leaving): @unchecked
    assert(refused(third).reason.contains("the archive of Leaving cannot be unpacked"), third)
    val everything = Using.resource(Files.walk(p.folder))(_.iterator.asScala.toList)
    assertEquals(everything.filter(_.endsWith("evil")), Nil)
    val why = refused(first)
    assertEquals(
      why.reason,
      s"Wrong is refused: $path has the SHA-256 $found, and brokers/wrong/files.sha256 says ${expected.take(64)}"
    )
    assert(why.remedy.contains(s"delete ${p.mirror.repository.resolve(path)} and run again"), why)
    assertEquals(Files.readString(second.toOption.get.resolve("packed/bin/start")), "go")
    assertEquals(names(p.cache).map(_.takeWhile(_ != '-')), List("packed"))
  }

  private def pom(p: Place, name: String): Path = Files.writeString(
    p.folder.resolve("a.pom"),
    s"<project><modelVersion>4.0.0</modelVersion><groupId>shootout</groupId><artifactId>$name</artifactId><version>1</version></project>"
  )

  places.test("a line too few or too many in files.sha256: refused by name, also what was good before") { p =>
    val deep = p.mirror.offerJar("deep", "1")
    val front = p.mirror.offerJar("front", "1", "deep" -> "1")
    assertEquals(here(p.fetch(p.broker("one", jars("shootout:front:1"), deep + front)).head).size, 2)
    val few = refused(p.fetch(p.broker("one", jars("shootout:front:1"), front)).head)
    assertEquals(
      few.reason,
      s"One is refused: brokers/one/files.sha256 has no line for ${MavenMirror.jar("deep", "1")}, whose SHA-256 is ${deep.take(64)}"
    )
    assert(few.remedy.contains("bin/lock-brokers one"), few)
    val old = s"${deep.take(64)}  ${MavenMirror.jar("old", "1")}\n"
    val many = refused(p.fetch(p.broker("one", jars("shootout:front:1"), deep + front + old)).head)
    assertEquals(
      many.reason,
      s"One is refused: ${MavenMirror.jar("old", "1")} is in brokers/one/files.sha256, but was not downloaded"
    )
  }

  places.test("a registry that never answers: given up by name, and the others are had") { p =>
    val good = p.broker("good", jars("shootout:deep:1"), p.mirror.offerJar("deep", "1"))
    val mute = p.broker("mute", jars("shootout:front:1"), p.mirror.offerJar("front", "1"))
    p.mirror.ignore(MavenMirror.jar("front", "1"))
    val List(first, second) = p.fetch(mute, good): @unchecked
    assert(refused(first).reason.startsWith("Mute is not downloaded yet"), first)
    assertEquals(here(second), List("deep-1.jar"))
  }

  places.test("what is not in the registry is named, and a Maven that does not end is ended") { p =>
    val broker = p.broker("one", jars("shootout:nowhere:1"), s"${"0" * 64}  ${MavenMirror.jar("nowhere", "1")}\n")
    val why = refused(p.fetch(broker).head)
    assert(why.reason.contains("Maven cannot download it: ") && why.reason.contains("nowhere"), why)
    assert(why.remedy.startsWith("connect to a network, or give Maven a mirror"), why)
    val endless = Files.writeString(p.folder.resolve("endless.sh"), "#!/bin/sh\nsleep 600 & wait\n")
    endless.toFile.setExecutable(true)
    val late = refused(p.fetch(Artifacts(p.cache, List(endless.toString), 300.millis), broker).head)
    assert(late.reason.contains("did not end within 300 milliseconds"), late)
    val none = refused(p.fetch(Artifacts(p.cache, List("no-such-maven")), broker).head)
    assert(none.reason.contains("no-such-maven cannot be run"), none)
    assertEquals(names(p.cache), Nil)
  }

  places.test("without files.sha256, or with a line that is none, nothing is fetched") { p =>
    val broker = p.broker("echo", jars("shootout:front:1"), s"${"a" * 64}  g/a/1/a-1.jar\nabc g/b\n")
    val bad = refused(p.fetch(broker).head).toString
    assert(bad.startsWith("brokers/echo/files.sha256: line 2 is 'abc g/b'; write 64 hexadecimal digits"), bad)
    Files.delete(broker.checksums)
    val none = refused(p.fetch(broker).head).toString
    assert(none.contains("there is no brokers/echo/files.sha256") && none.contains("bin/lock-brokers echo"), none)
    assertEquals(p.said.toList, Nil)
  }

  places.test("lock-brokers writes what is fetched later, afresh, and tells what changed") { p =>
    val sums = p.mirror.offerJar("deep", "1") + p.mirror.offerJar("front", "1", "deep" -> "1")
    val broker = p.broker("one", jars("shootout:front:1"), "")
    val scratch = Files.createDirectories(p.folder.resolve("scratch"))
    val written = BrokerLock.sums(scratch, List(broker), _ => (), p.mirror.maven)("one")
    assertEquals(written.map(_.text.linesIterator.toSet), Right(sums.linesIterator.toSet))
    assert(!Files.exists(p.mirror.repository), "it took or left something in the local repository")
    val before = Checksums(Map("g/a" -> "1", "g/b" -> "2", "g/c" -> "3"))
    val after = Checksums(Map("g/a" -> "1", "g/b" -> "4", "g/d" -> "5"))
    assertEquals(before.changes(after), List("! 4  g/b (was 2)", "- 3  g/c", "+ 5  g/d"))
  }
