package shootout.campaign

import shootout.result.ResultStore
import shootout.scenario.{Confirm, PlannedRun, Window, Workload}

import java.nio.file.Files
import scala.util.Random

/** In which order brokers are measured, and loads. Every repetition is a round of all of them, over all protocols, in an order of its own, so that none
  * always meets the machine as another one left it (randomised multiple interleaved trials: Abedi and Brecht, ICPE'17,
  * 10.1145/3030207.3030229).
  */
object RunSequence:
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

  /** The same loads: first those that leave nothing in the broker, last those whose producers never wait. After a load that leaves a full
    * queue, the broker has to be started again, which takes long and leaves it cold. A share of a maximum comes after the maximum.
    */
  def loads(runs: List[PlannedRun]): List[PlannedRun] =
    val own = runs.flatMap(run => run.workloads.map(_.id -> run.workloads.map(haste).max)).toMap
    runs.sortBy(run => run.workloads.flatMap(c => own(c.id) :: c.maximum.flatMap(own.get).toList).max)

  /** How much may pile up: 0, what is under way; 1, more than that (a topic confirms what its consumers do not have yet); 2, all that the
    * network takes.
    */
  private def haste(workload: Workload): Int = workload.producers.map { p =>
    if p.requests || !workload.onTopic && p.hasReceipts && p.window == Window.Of(1) && !p.isOpenLoop then 0
    else if p.isOpenLoop || p.transactions.isDefined || p.confirm == Confirm.Receipt then 1
    else 2
  }.maxOption.getOrElse(0)
