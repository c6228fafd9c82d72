package shootout.cli

import shootout.result.ResultStore

import java.nio.file.Files
import scala.util.Random

/** In which order brokers are measured. Every repetition is a round of all brokers in an order of its own, so that none
  * always meets the machine as another one left it (randomised multiple interleaved trials: Abedi and Brecht, ICPE'17,
  * 10.1145/3030207.3030229).
  */
object Order:
  /** Drawn seeds are short, to be typed again. */
  private val Seeds = 10_000

  /** The rounds, one after the other; the same for the same seed and brokers. */
  def rounds(brokers: List[String], repetitions: Int, seed: Int): List[List[String]] =
    val random = Random(seed)
    List.fill(repetitions)(random.shuffle(brokers))

  /** As asked for; else that of the run which is continued; else drawn. */
  def seed(settings: Settings): Int =
    def earlier = settings.brokers.iterator
      .map(settings.resultFile(settings.protocol, _))
      .filter(path => settings.continued && Files.exists(path))
      .flatMap(path => ResultStore.read(path).toOption.flatMap(_.settings.seed))
      .nextOption()
    settings.seed.orElse(earlier).getOrElse(Random.nextInt(Seeds))
