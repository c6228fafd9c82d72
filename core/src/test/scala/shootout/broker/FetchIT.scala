package shootout.broker

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The real Maven downloads brokers from a test registry without checksum files. */
class FetchIT extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes

  private final class Place(val folder: Path) extends AutoCloseable:
    val mirror: MavenMirror = MavenMirror(folder)
    val cache: Path = folder.resolve("cache")
    val printed = collection.mutable.ListBuffer.empty[String]
    def artifacts: Artifacts = Artifacts(cache, mirror.maven, 2.minutes)

    /** A broker with these lines in its `files.sha256`. */
    def broker(name: String, source: Source, sums: String): BrokerSpec =
      val own = Files.createDirectories(folder.resolve(name))
      Files.writeString(own.resolve(Checksums.file), sums)
      Brokers.named("echo", name, name.capitalize, source).copy(files = BrokerFiles(own))

    def fetch(specs: BrokerSpec*): List[Either[Unavailable, Path]] = fetch(artifacts, specs*)
    def fetch(from: Artifacts, specs: BrokerSpec*): List[Either[Unavailable, Path]] =
      val outcome = from.fetch(specs.toList, installs = false, text => printed += text)
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

  places.test("a broker is downloaded once, in the versions of files.sha256"): p =>
    p.mirror.offerVersions("deep", "1.0", "1.1")
    p.mirror.offerJar("deep", "1.1")
    val sums = p.mirror.offerJar("front", "1", "deep" -> "[1,2)") + p.mirror.offerJar("deep", "1.0")
    val broker = p.broker("one", jars("shootout:front:1"), sums)
    assertEquals(here(p.fetch(broker).head), List("deep-1.0.jar", "front-1.jar"))
    p.mirror.close()
    assertEquals(here(p.fetch(broker).head), List("deep-1.0.jar", "front-1.jar"))
    assertEquals(p.printed.toList, List("downloading One 1 with mvn"))
    assertEquals(names(p.cache).size, 1)

  places.test("an archive that leaves its folder is refused; the other broker is downloaded"): p =>
    val zip = p.mirror.offerZip("packed", "packed/bin/start", "go")
    val evil = p.mirror.offerZip("leaving", "../../../../evil", "rm")
    val leaving = p.broker("leaving", Source.Archive("shootout:leaving:1:zip"), evil)
    val packed = p.broker("packed", Source.Archive("shootout:packed:1:zip"), zip)
    val List(first, second) = p.fetch(packed, leaving): @unchecked
    assert(refused(second).reason.contains("the archive of Leaving cannot be unpacked"), second)
    val everything = Using.resource(Files.walk(p.folder))(_.iterator.asScala.toList)
    assertEquals(everything.filter(_.endsWith("evil")), Nil)
    assertEquals(Files.readString(first.toOption.get.resolve("packed/bin/start")), "go")
    assertEquals(names(p.cache).map(_.takeWhile(_ != '-')), List("packed"))

  // e2e/lock_test.sh has a wrong checksum and a missing line

  places.test("an extra line in files.sha256 is refused by name, although the broker was valid before"): p =>
    val deep = p.mirror.offerJar("deep", "1")
    val front = p.mirror.offerJar("front", "1", "deep" -> "1")
    assertEquals(here(p.fetch(p.broker("one", jars("shootout:front:1"), deep + front)).head).size, 2)
    val old = s"${deep.take(64)}  ${MavenMirror.jar("old", "1")}\n"
    val many = refused(p.fetch(p.broker("one", jars("shootout:front:1"), deep + front + old)).head)
    val extra = s"${MavenMirror.jar("old", "1")} is in brokers/one/files.sha256, but was not downloaded"
    assertEquals(many.reason, s"One is refused: $extra")

  places.test("a download without an answer fails by name, and the others succeed"): p =>
    val good = p.broker("good", jars("shootout:deep:1"), p.mirror.offerJar("deep", "1"))
    val mute = p.broker("mute", jars("shootout:front:1"), p.mirror.offerJar("front", "1"))
    p.mirror.ignore(MavenMirror.jar("front", "1"))
    val List(first, second) = p.fetch(mute, good): @unchecked
    assert(refused(first).reason.startsWith("Mute is not downloaded yet"), first)
    assertEquals(here(second), List("deep-1.jar"))

  places.test("a missing artifact is named, and a Maven that hangs is ended"): p =>
    val broker =
      p.broker("one", jars("shootout:nowhere:1"), s"${"0" * 64}  ${MavenMirror.jar("nowhere", "1")}\n")
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

  places.test("without a valid files.sha256 nothing is downloaded"): p =>
    val broker = p.broker("echo", jars("shootout:front:1"), s"${"a" * 64}  g/a/1/a-1.jar\nabc g/b\n")
    val bad = refused(p.fetch(broker).head).toString
    assert(bad.startsWith("brokers/echo/files.sha256: line 2 is 'abc g/b'; write 64 hexadecimal digits"), bad)
    Files.delete(broker.checksums)
    val none = refused(p.fetch(broker).head).toString
    assert(none.contains("there is no brokers/echo/files.sha256") && none.contains("bin/lock-brokers echo"), none)
    assertEquals(p.printed.toList, Nil)

  places.test("lock-brokers writes the checksums of new downloads"): p =>
    val sums = p.mirror.offerJar("deep", "1") + p.mirror.offerJar("front", "1", "deep" -> "1")
    val broker = p.broker("one", jars("shootout:front:1"), "")
    val scratch = Files.createDirectories(p.folder.resolve("scratch"))
    val written = BrokerLock.sums(scratch, List(broker), _ => (), p.mirror.maven)("one")
    assertEquals(written.map(_.text.linesIterator.toSet), Right(sums.linesIterator.toSet))
    assert(!Files.exists(p.mirror.repository), "it used the local repository")
