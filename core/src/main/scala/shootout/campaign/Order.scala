package shootout.campaign

import shootout.result.ResultStore

import java.nio.file.Files
import scala.util.Random

/** In which order brokers are measured. Every repetition is a round of all of them, over all protocols, in an order of its own, so that none
  * always meets the machine as another one left it (randomised multiple interleaved trials: Abedi and Brecht, ICPE'17,
  * 10.1145/3030207.3030229).
  */
object Order:
  /** Drawn seeds are short, to be typed again. */
  private val Seeds = 10_000

  /** The rounds, one after the other; the same for the same seed and pairs. */
  def rounds(pairs: List[Pair], repetitions: Int, seed: Int): List[List[Pair]] =
    val random = Random(seed)
    List.fill(repetitions)(random.shuffle(pairs))

  /** As asked for; else that of the run which is continued; else drawn. */
  def seed(settings: Settings): Int =
    def earlier = settings.pairs.iterator
      .map(settings.resultFile)
      .filter(path => settings.continued && Files.exists(path))
      .flatMap(path => ResultStore.read(path).toOption.flatMap(_.settings.seed))
      .nextOption()
    settings.seed.orElse(earlier).getOrElse(Random.nextInt(Seeds))
