package shootout.campaign

import shootout.broker.BrokerSpec
import shootout.driver.Protocol
import shootout.result.SurroundingsResult
import shootout.scenario.{Plan, PlannedRun, Workload}
import shootout.units.Json

/** Everything that was read and checked before anything runs. */
final case class PreparedRun(
    settings: Settings,
    catalogue: List[BrokerSpec],
    /** the plan for all protocols; [[of]] selects one */
    plan: Plan,
    drivers: Drivers,
    /** the plan without `--only` */
    whole: Plan,
    /** other activity on this machine; none if it was not checked yet */
    surroundings: Option[SurroundingsResult] = None
):
  /** The run with the workloads for this protocol. */
  def of(protocol: String): PreparedRun = copy(plan = forApi(plan, protocol))

  /** The task of one load JVM, with the seed that was drawn for all of them. */
  def of(contenderRun: ContenderRun): PreparedRun =
    of(contenderRun.pair.protocol).copy(settings = settings.copy(seed = Some(contenderRun.seed)))

  /** All workloads of the scenarios for this protocol, whether `--only` selects them or not. */
  def wholeOf(protocol: String): Plan = forApi(whole, protocol)

  private def forApi(plan: Plan, protocol: String): Plan =
    drivers.driver(protocol).fold(plan)(driver => plan.of(driver.api))

  /** The run without pairs that have no workload. Left says what is wrong with the groups, or that nothing is left. */
  def checked: Either[List[String], PreparedRun] =
    val unknown =
      for group <- plan.groups; api <- group.apis if !drivers.apis.contains(api)
      yield s"group '${group.name}' asks for api '$api', which no driver offers; write any of ${drivers.apis.mkString(", ")}"
    val busy = settings.pairs.filter(pair => of(pair.protocol).plan.runs.nonEmpty)
    if unknown.nonEmpty then Left(unknown)
    else if busy.isEmpty then
      val asked = plan.groups.flatMap(_.apis).distinct.mkString(" or ")
      Left(List(s"the chosen loads are for $asked only; write --protocols that speak it, or other loads"))
    else Right(copy(settings = settings.copy(pairs = busy)))

  /** Whether this broker only measures the load generator. */
  def isCalibration(broker: String): Boolean = catalogue.exists(b => b.name == broker && b.calibration)

  /** The protocol of a pair; none if its broker does not speak it. */
  def spoken(pair: Pair): Option[Protocol] =
    drivers.protocol(pair.protocol, settings.external.fold(pair.broker)(_.dialect))

  /** The workloads that a pair will run, without those that broker or library cannot do. */
  def runs(pair: Pair): List[PlannedRun] =
    spoken(pair).toList.flatMap { protocol =>
      of(pair.protocol).plan.runs.filter(_.workloads.forall(protocol.unsupported(_).isEmpty))
    }

  /** Why a pair cannot run a workload, according to its broker or library. None if it can, or it is not known yet. */
  def unsupported(pair: Pair)(workload: Workload): Option[String] =
    val whole = catalogue.find(_.name == pair.broker).filter(_ => settings.external.isEmpty)
    whole.flatMap(_.unsupported.toMap.get(pair.protocol)).orElse(
      spoken(pair).flatMap(_.unsupported(workload))
    )

  /** The reasons why a pair cannot run workloads, each with the number of workloads. */
  def unsupported(pair: Pair): List[(String, Int)] =
    val reasons = of(pair.protocol).plan.workloads.flatMap(unsupported(pair)(_))
    reasons.distinct.map(reason => reason -> reasons.count(_ == reason))

  /** Whether a pair has anything to run, as far as is known. */
  def isBusy(pair: Pair): Boolean = of(pair.protocol).plan.workloads.exists(unsupported(pair)(_).isEmpty)

  /** The number of workloads that a pair will run. */
  def workloads(pair: Pair): Int = runs(pair).map(_.workloads.size).sum

  /** The duration of one repetition of a pair in seconds, including start and stop of its broker. */
  def seconds(pair: Pair): Double = seconds(runs(pair))

  /** The same for some of its workloads. */
  def seconds(busy: List[PlannedRun]): Double =
    if busy.isEmpty then 0
    else Plan(Nil, busy).duration(1) + PreparedRun.BrokerSeconds + BrokerWarmUp.seconds(busy.flatMap(_.workloads))

object PreparedRun:
  /** Seconds for starting, stopping and purging a broker. */
  private val BrokerSeconds = 10.0

/** A part of a plan: the number of workloads and their duration. */
final case class PlannedWork(workloads: Int, seconds: Double) derives Json.ReadWriter:
  def +(other: PlannedWork): PlannedWork = PlannedWork(workloads + other.workloads, seconds + other.seconds)

object PlannedWork:
  val none: PlannedWork = PlannedWork(0, 0)

/** The task of one load JVM: one broker over one protocol, one repetition. */
final case class ContenderRun(
    pair: Pair,
    repetition: Int,
    /** the work that is planned before it, because progress is shown for the whole run */
    before: PlannedWork,
    /** all planned work */
    total: PlannedWork,
    /** determines the order of brokers and repetitions */
    seed: Int,
    /** when the first contender of the run began, by [[System.nanoTime]] */
    startNanos: Long,
    /** true if it measures the generator's own limit, see [[GeneratorLimits]] */
    generatorLimit: Boolean = false,
    /** the ids of its workloads; none for all */
    only: Option[Set[String]] = None
) derives Json.ReadWriter:
  /** Whether it includes this run of the plan. */
  def includes(run: PlannedRun): Boolean = only.forall(ids => run.workloads.exists(workload => ids(workload.id)))
