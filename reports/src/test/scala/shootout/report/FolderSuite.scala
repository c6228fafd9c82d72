package shootout.report

import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Path}

/** A suite of tests that each have a folder. */
abstract class FolderSuite extends munit.FunSuite:
  /** What is in the folder at first: nothing. */
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

  /** Exit status, standard output and standard error of a command. */
  def outcome(command: => Int): (Int, String, String) =
    val (out, err) = (ByteArrayOutputStream(), ByteArrayOutputStream())
    val status = Console.withOut(out)(Console.withErr(err)(command))
    (status, out.toString, err.toString)
