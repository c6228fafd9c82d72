package shootout.cli

import shootout.campaign.{Continuation, ExitStatus, GeneratorLimits, Pair, PreparedRun}
import shootout.scenario.{Plan, PlannedRun}
import shootout.units.{Counted, Duration}

/** `--dry-run`: prints what would run and how long that would take. */
object DryRun:
  def print(prepared: PreparedRun): Int =
    val settings = prepared.settings
    val plan = prepared.plan
    for group <- plan.groups do
      println(s"${group.title}")
      for run <- plan.runs if run.workloads.head.group == group.name do
        val timing = run.workloads.head.timing
        val warmUp = timing.warmUp.seconds.toString + timing.warmUpLimit.fold("")(most => s"-${most.seconds}")
        val samples = timing.precision.fold("")(p => s"${p.leastSamples}-") + timing.samples
        val seconds = s"$warmUp s + $samples x ${timing.sampleInterval.seconds} s"
        println(f"  ${run.workloads.map(_.id).mkString(" -> ")}%-44s $seconds${needs(plan, run)}")
    val generatorLimit = GeneratorLimits.missing(prepared).map(GeneratorLimits.seconds(prepared, _)).sum
    val once = settings.pairs.map(prepared.seconds).sum
    println()
    for (broker, pairs) <- settings.pairs.groupBy(_.broker).toList.sortBy((b, _) => settings.brokers.indexOf(b)) do
      println(s"$broker: ${pairs.map(p => s"${p.protocol} (${length(prepared, p)})").mkString(", ")}")
      for pair <- pairs; (reason, workloads) <- prepared.unsupported(pair) do
        println(s"  ${pair.protocol}, ${Counted(workloads, "workload")} unsupported: $reason")
    println(
      s"${amount(prepared)}: about ${Duration.words(once * settings.repeat + generatorLimit)}, downloads not counted."
    )
    if plan.workloads.exists(_.rateSweep.exists(_.below.nonEmpty)) then
      println("Less if a broker does not sustain a rate: the higher ones are then skipped.")
    if generatorLimit > 0 then
      println(s"This includes ${Duration.words(generatorLimit)} to measure the generator limit first.")
    racing(prepared, once * settings.repeat + generatorLimit).foreach(println)
    if settings.pairs.forall(prepared.workloads(_) == 0) then
      Console.err.println(
        "benchmark-all: nothing would run: the chosen brokers can run none of the chosen loads (see above); " +
          "write other --brokers, --protocols or --only"
      )
      ExitStatus.Usage
    else
      end(prepared)
      0

  /** How long close contenders are measured again.
    *
    * @param firstPass
    *   the planned duration of the first pass in seconds
    */
  def racing(prepared: PreparedRun, firstPass: Double): Option[String] =
    for budget <- prepared.settings.timeBudget if prepared.settings.pairs.sizeIs > 1 yield
      val seconds = Duration.words(budget.seconds(firstPass))
      s"Then close contenders are measured again, until $seconds have passed (--time-budget)."

  private def end(prepared: PreparedRun): Unit =
    val settings = prepared.settings
    println(s"Order: random${settings.seed.fold("")(seed => s", seed $seed")}.")
    println(s"Results: ${settings.out}")
    Consent.words(prepared).foreach(words => println(s"The run creates $words."))
    if settings.continued then Continuation.review(prepared).flatMap(_.lines).foreach(println)

  /** The workload of the plan that a run depends on, in words. */
  private def needs(plan: Plan, run: PlannedRun): String =
    val workload = run.workloads.head
    val below = workload.rateSweep.flatMap(_.below.find(id => plan.workloads.exists(_.id == id)))
    if run.workloads.sizeIs > 1 then "   (linked phases)"
    else
      workload.maximum.map(id => s"   (of what $id consumes)").orElse(below.map(id =>
        s"   (if $id is sustained)"
      )).getOrElse("")

  private def length(prepared: PreparedRun, pair: Pair): String =
    if prepared.workloads(pair) == 0 then "nothing to run" else Duration.words(prepared.seconds(pair))

  /** How much a run measures, such as `15 workloads for 6 brokers x 2 repetitions`. */
  def amount(prepared: PreparedRun): String =
    val settings = prepared.settings
    amount(settings.pairs.map(prepared.workloads).sum, settings.brokers.size, settings.protocols.size, settings.repeat)

  private[cli] def amount(workloads: Int, brokers: Int, protocols: Int, repetitions: Int): String =
    val over = if protocols > 1 then s" over ${Counted(protocols, "protocol")}" else ""
    s"${Counted(workloads, "workload")} for ${Counted(brokers, "broker")}$over x ${Counted(repetitions, "repetition")}"
