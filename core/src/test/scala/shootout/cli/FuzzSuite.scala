package shootout.cli

import shootout.yaml.Mutants

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.Path
import scala.concurrent.{ExecutionContext, Future}
import scala.concurrent.duration.*

/** Inputs that once failed are in `src/test/resources/fuzz`. The suite mutates them and shipped files at random. */
class FuzzSuite extends munit.FunSuite:
  // a hang is a finding; the limit allows for a busy machine
  override val munitTimeout: Duration = 2.minutes
  private val home = Path.of(sys.props("shootout.home"))
  private val found = Path.of(getClass.getResource("/fuzz").toURI)
  private val Seed = 15

  private def holds(name: String, count: Int, seeds: Path*)(target: Array[Byte] => Unit): Unit = test(name) {
    val corpus = Mutants.corpus(seeds*)
    assert(corpus.sizeIs > 1)
    Future(all(name, corpus, count)(target))(using ExecutionContext.global)
  }

  private def all(name: String, corpus: List[Array[Byte]], count: Int)(target: Array[Byte] => Unit): Unit =
    for bytes <- corpus.iterator ++ Mutants.of(corpus, count, Seed) do
      try target(bytes)
      catch
        case e: Throwable =>
          val input = String(bytes, ISO_8859_1)
          fail(s"$e\nSave this input in ${found.resolve(name)} as a file of ISO 8859-1:\n$input", e)

  holds("scenario", 800, home.resolve("stomp-benchmark/scenarios"), found.resolve("scenario"))(
    FuzzScenario.fuzzerTestOneInput
  )

  private val brokers =
    List("activemq", "rabbitmq", "qpid", "null").map(name => home.resolve(s"brokers/$name/broker.yaml"))
  holds("broker", 800, (found.resolve("broker") :: brokers)*)(FuzzBroker.fuzzerTestOneInput)

  private val golden = home.resolve("reports/src/test/resources/golden/stomp-hornetq.json")
  holds("result", 150, golden, found.resolve("result"))(FuzzResult.fuzzerTestOneInput)

  holds("command", 800, found.resolve("command"))(FuzzCommand.fuzzerTestOneInput)
