package shootout.yaml

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.{Random, Using}

/** Inputs for fuzzing: a corpus and random mutations of it, which the seed determines. */
object Mutants:
  /** The content of these files and folders, in the order of their names. */
  def corpus(paths: Path*): List[Array[Byte]] = paths.toList.flatMap(files).map(Files.readAllBytes(_))

  private def files(path: Path): List[Path] =
    if Files.isDirectory(path) then Using.resource(Files.list(path))(_.iterator.asScala.toList).sorted.flatMap(files)
    else List(path)

  def of(corpus: List[Array[Byte]], count: Int, seed: Int): Iterator[Array[Byte]] =
    val random = Random(seed)
    val all = corpus.toVector
    def one(): Array[Byte] = all(random.nextInt(all.size))
    Iterator.fill(count) {
      var bytes = one()
      for _ <- 0 to random.nextInt(MostChanges) do bytes = changed(bytes, one(), random)
      bytes
    }

  /** Deletes, repeats or replaces a short piece. */
  private def changed(bytes: Array[Byte], other: Array[Byte], random: Random): Array[Byte] =
    def piece: Array[Byte] = pieces(random.nextInt(pieces.size))
    val at = random.nextInt(bytes.length + 1)
    val end = math.min(bytes.length, at + random.nextInt(Stretch))
    val there = bytes.slice(at, end)
    val instead = random.nextInt(6) match
      case 0 => Array.emptyByteArray
      case 1 => Array(random.nextInt(256).toByte)
      case 2 => piece
      case 3 => there ++ piece
      case 4 => repeated(there, 2 + random.nextInt(Stretch))
      case _ =>
        val from = random.nextInt(other.length + 1)
        other.slice(from, from + random.nextInt(4 * Stretch))
    bytes.take(at) ++ instead ++ bytes.drop(end)

  private def repeated(bytes: Array[Byte], times: Int): Array[Byte] =
    val all = new Array[Byte](bytes.length * times)
    for i <- all.indices do all(i) = bytes(i % bytes.length)
    all

  private val MostChanges = 4
  private val Stretch = 32

  /** Text that has a meaning for a parser. */
  private val pieces: Vector[Array[Byte]] =
    val words =
      "{ } [ ] , # % \\ \" ' $x ${ {{ }} -1 0 99999999999999999999 1e308 1e999999999 .nan null true -- = /../"
    val spaced =
      Vector("\u0000", "\n", "\r\n", "\t", ": ", "- ", "? ", "&a ", "*a", "!!int ", "!!java.lang.Thread ")
    val others = Vector("<<: ", "|\n", "content-length:", "\ufeff", "\ud83d\ude00", "a" * 300)
    (words.split(' ').toVector ++ spaced ++ others).map(_.getBytes(UTF_8))
