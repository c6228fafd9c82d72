package shootout.campaign

import shootout.broker.{BrokerFile, Checksums}
import shootout.input.Node
import shootout.result.Fingerprint
import shootout.scenario.{Cell, Timing}
import shootout.units.Nanos

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Tells what the cells of one broker over one protocol are measured with, see [[Fingerprint]]. */
final class Fingerprints(prepared: Prepared, pair: Pair):
  private val external = prepared.settings.external
  private val spec = prepared.catalogue.find(_.name == pair.broker).filter(_ => external.isEmpty)

  /** The version that would be measured now; none: it is not on this machine yet, or somebody else runs it. */
  private lazy val versionHere = spec.flatMap(_.versionHere)

  /** @param version
    *   of the broker, as far as it told; empty: it did not
    */
  def of(cell: Cell, version: String): Fingerprint =
    val known = if version.isEmpty then versionHere.getOrElse("") else version
    Fingerprint(LoadDigest.of(cell), Fingerprints.timing(cell.timing), contender(known), settings, disk)

  /** In words, what is different now from when a cell was measured; nothing: its result may be kept. */
  def differences(cell: Cell, before: Fingerprint): List[Mismatch] =
    val now = of(cell, "")
    def changed(what: String, then_ : String, now: String) = s"$what was '$then_' and is '$now'"
    List(
      Option.when(!LoadDigest.fits(cell, before.load))(Mismatch("the load is another one")),
      Option.when(before.timing != now.timing)(
        Mismatch(changed("the timing", before.timing, now.timing), onlyTiming = true)
      ),
      // a broker that is not installed may turn out to be the same one
      Option.when((versionHere.isDefined || external.isDefined) && before.contender != now.contender)(
        Mismatch(changed("the contender", before.contender, now.contender))
      ),
      Option.when(before.settings != now.settings)(Mismatch("the settings of broker or client library are others")),
      for then_ <- before.disk; here <- now.disk if then_ != here yield Mismatch(changed("the disk", then_, here))
    ).flatten

  private def contender(version: String): String =
    val library = prepared.drivers.driver(pair.protocol).fold("")(driver => s", ${driver.name}")
    val from = spec.flatMap(_.home).fold("")(home => s" in $home")
    val generators = prepared.settings.generators
    val by = if generators > 1 then s", by $generators load JVMs" else ""
    val over = s"${pair.protocol}$library$by"
    external match
      case Some(e) => s"${pair.broker} at ${e.endpoint}, over $over"
      case None => s"${pair.broker} $version$from over $over".replace("  ", " ")

  /** That the broker writes to; none: it is somebody else's. */
  private lazy val disk: Option[String] =
    Option.when(external.isEmpty)(Fingerprints.disk(ThisMachine.disk(prepared.settings.data)))

  private lazy val settings: String =
    val dialect = external.fold(pair.broker)(_.dialect)
    val spoken = prepared.catalogue.find(_.name == dialect).flatMap(_.protocol(pair.protocol)).map(_.dialect)
    val started = spec.toList.flatMap { s =>
      s"heap ${prepared.settings.heapMb}" :: s.launch.toString :: s.source.toString ::
        Fingerprints.files(s.folder) ++ Fingerprints.sums(s.checksums) ++
        Option.when(s.topology.nodes.nonEmpty)(s.topology.toString)
    }
    Fingerprints.digest((started ++ spoken.map(Fingerprints.text)).mkString("\n"))

/** What makes a result unfit to stand beside new ones.
  *
  * @param onlyTiming
  *   it is a right result, but of a shorter or longer look
  */
final case class Mismatch(words: String, onlyTiming: Boolean = false)

object Fingerprints:
  private val Digits = 16

  private[campaign] def timing(t: Timing): String =
    def s(nanos: Nanos) = s"${BigDecimal(nanos.seconds).bigDecimal.stripTrailingZeros.toPlainString} s"
    val warmUp = s(t.warmUp) + t.warmUpLimit.fold("")(most => s" to ${s(most)}")
    val least = t.precision.fold("")(p => s"${p.leastSamples} to ")
    val until = t.precision.fold("")(p => s" until within ${p.share}")
    s"$warmUp, $least${t.samples} x ${s(t.sampleInterval)}$until; drain ${s(t.drainTimeout)}, at most ${s(t.drainLimit)}"

  /** A disk as it stands in a file's environment, but for all the models there are: one more disk is no other one. */
  private[campaign] def disk(described: String): String = described.replaceAll(" \\(.*\\)$", "")

  private[campaign] def digest(text: String): String = Checksums.sha256(text).take(Digits)

  /** Without its places: a line more above it changes nothing. */
  private def text(node: Node): String = node match
    case Node.Scalar(text, _) => ujson.write(text)
    case Node.Sequence(items, _) => items.map(text).mkString("[", ",", "]")
    case Node.Mapping(entries, _) => entries.map((k, v) => s"${ujson.write(k.text)}:${text(v)}").mkString("{", ",", "}")

  /** What lies beside a `broker.yaml`; that itself says much which changes no number. */
  private def files(folder: Path): List[String] =
    val all = Using.resource(Files.walk(folder))(_.iterator.asScala.filter(Files.isRegularFile(_)).toList).sorted
    val others = List(BrokerFile.name, ".md", ".sha256")
    all.filterNot(f => others.exists(f.getFileName.toString.endsWith))
      .map(f => s"${folder.relativize(f)} ${Checksums.sha256(f)}")

  private def sums(file: Path): Option[String] = Option.when(Files.exists(file))(Checksums.sha256(file))
