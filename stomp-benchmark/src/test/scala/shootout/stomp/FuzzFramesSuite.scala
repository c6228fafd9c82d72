package shootout.stomp

import shootout.yaml.Mutants

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.Path
import scala.concurrent.{ExecutionContext, Future}
import scala.concurrent.duration.*

class FuzzFramesSuite extends munit.FunSuite:
  // long, because other suites run at the same time
  override val munitTimeout: Duration = 2.minutes
  private val corpus = Mutants.corpus(Path.of(getClass.getResource("/fuzz/frames").toURI))
  private val Count = 10_000
  private val Seed = 15

  test("any bytes are frames or an IOException, in any pieces"):
    assert(corpus.sizeIs > 3)
    Future(all())(using ExecutionContext.global)

  private def all(): Unit =
    for bytes <- corpus.iterator ++ Mutants.of(corpus, Count, Seed) do
      try FuzzFrames.fuzzerTestOneInput(bytes)
      catch case e: Throwable => fail(s"$e\nThe input, in ISO 8859-1:\n${String(bytes, ISO_8859_1)}", e)
