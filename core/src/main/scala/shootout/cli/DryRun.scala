package shootout.cli

/** `--dry-run`: what would run, and how long that would take. */
object DryRun:
  /** Seconds for starting, stopping and purging a broker. */
  val BrokerSeconds = 12.0

  def print(prepared: Prepared): Int =
    val settings = prepared.settings
    val plan = prepared.plan
    for group <- plan.groups do
      println(s"${group.title}")
      for run <- plan.runs if run.cells.head.group == group.name do
        val timing = run.cells.head.timing
        val linked =
          if run.cells.sizeIs > 1 then "   (linked phases)"
          else run.cells.head.maximum.fold("")(id => s"   (of what $id consumes)")
        val seconds = s"${timing.warmUp.seconds} s + ${timing.samples} x ${timing.sampleInterval.seconds} s"
        println(f"  ${run.cells.map(_.id).mkString(" -> ")}%-44s $seconds$linked")
    val perBroker = plan.duration(1) + BrokerSeconds
    val ceiling = Ceilings.seconds(prepared)
    val total = perBroker * settings.brokers.size * settings.repeat + ceiling
    println()
    println(s"Brokers: ${settings.brokers.mkString(", ")}")
    println(
      s"${plan.cells.size} cells x ${settings.brokers.size} brokers x ${settings.repeat} repetitions: " +
        s"about ${Duration.words(total)} (${Duration.words(perBroker)} for each broker), downloads not counted."
    )
    if ceiling > 0 then println(s"Of these, ${Duration.words(ceiling)} to measure the generator's own limit first.")
    println(s"Order of brokers: random${settings.seed.fold("")(seed => s", seed $seed")}.")
    println(s"Results: ${settings.out}")
    0

/** Durations for people. */
object Duration:
  /** `42 s`, `7 min`, `2 h 05 min`. */
  def words(seconds: Double): String =
    val whole = math.round(seconds)
    if whole < 100 then s"$whole s"
    else
      val minutes = math.round(seconds / 60)
      if minutes < 100 then s"$minutes min" else f"${minutes / 60} h ${minutes % 60}%02d min"
