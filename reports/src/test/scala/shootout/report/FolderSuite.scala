package shootout.report

import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Path, Paths}
import shootout.analysis.JudgedResult
import shootout.result.ResultFile
import shootout.units.Json

/** Result files of STOMP brokers, for all tests of the report. */
object Golden:
  val folder: Path = Paths.get(getClass.getResource("/golden").toURI)

  def path(broker: String): Path = folder.resolve(s"stomp-$broker.json")
  def text(broker: String): String = Files.readString(path(broker))
  def json(broker: String): ujson.Value = ujson.read(text(broker))

  /** A changed result. */
  def document(broker: String)(change: ujson.Value => Unit): ResultDocument =
    val json = this.json(broker)
    change(json)
    ResultDocument(path(broker), JudgedResult(Json.read[ResultFile](json)))

/** A suite whose tests each have a folder. */
abstract class FolderSuite extends munit.FunSuite:
  /** The first files in the folder. */
  protected def fill(dir: Path): Unit = ()

  val folder: FunFixture[Path] = FunFixture[Path](
    _ =>
      val dir = Files.createTempDirectory("report")
      fill(dir)
      dir
    ,
    delete
  )

  def delete(path: Path): Unit =
    if Files.isDirectory(path) then Files.list(path).forEach(delete(_))
    Files.delete(path)

  /** Writes a changed result into the folder. */
  def put(dir: Path, broker: String)(change: ujson.Value => Unit): Path =
    val json = Golden.json(broker)
    change(json)
    Files.writeString(Files.createDirectories(dir).resolve(s"stomp-$broker.json"), ujson.write(json))

  /** Exit status, standard output and standard error of a command. */
  def outcome(command: => Int): (Int, String, String) =
    val (out, err) = (ByteArrayOutputStream(), ByteArrayOutputStream())
    val status = Console.withOut(out)(Console.withErr(err)(command))
    (status, out.toString, err.toString)

  /** The outcome of `bin/benchmark-report`. */
  def report(args: String*): (Int, String, String) = outcome(Main.run(args*))
