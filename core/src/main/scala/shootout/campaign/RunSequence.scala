package shootout.campaign

import shootout.scenario.{Confirm, PlannedRun, Window, Workload}

import scala.util.Random

/** The order of brokers and workloads. Every repetition is a round of all brokers over all protocols, in its own order.
  * No contender then always meets the machine in the state that the same other one left (randomised multiple
  * interleaved trials: Abedi and Brecht, ICPE'17, 10.1145/3030207.3030229).
  */
object RunSequence:
  /** Drawn seeds are short, so that they are easy to type. */
  private val Seeds = 10_000

  /** The rounds, one after the other. The same seed and pairs give the same rounds. */
  def rounds(pairs: List[Pair], repetitions: Int, seed: Int): List[List[Pair]] =
    val random = Random(seed)
    List.fill(repetitions)(random.shuffle(pairs))

  /** The seed that the user gave, or that of the run which is continued, or a drawn one. */
  def seed(settings: Settings): Int =
    def earlier = settings.results.flatMap((_, file) => file.settings.seed).headOption
    settings.seed.orElse(if settings.continued then earlier else None).getOrElse(Random.nextInt(Seeds))

  /** Sorts the workloads: first those that leave nothing in the broker, last those whose producers never wait. After a
    * workload that leaves a full queue, the broker must be restarted, which takes long and leaves it cold. A share of a
    * maximum comes after the maximum.
    */
  def workloads(runs: List[PlannedRun]): List[PlannedRun] =
    val own = runs.flatMap(run => run.workloads.map(_.id -> run.workloads.map(haste).max)).toMap
    runs.sortBy(run => run.workloads.flatMap(c => own(c.id) :: c.maximum.flatMap(own.get).toList).max)

  /** How large a backlog may become. 0 is what is under way, and 1 is more than that (a topic confirms what its
    * consumers do not have yet). 2 is everything that the network takes.
    */
  private def haste(workload: Workload): Int = workload.producers.map { p =>
    if p.requests || !workload.onTopic && p.hasReceipts && p.window == Window.Of(1) && !p.isOpenLoop then 0
    else if p.isOpenLoop || p.transactions.isDefined || p.confirm == Confirm.Receipt then 1
    else 2
  }.maxOption.getOrElse(0)
