package shootout.cli

import shootout.broker.Unavailable
import shootout.campaign.*
import shootout.machine.SchedulingGroup
import shootout.metrics.MetricsServer
import shootout.units.{Counted, Duration, FileTrouble}

import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.spi.ToolProvider
import scala.util.Random

/** Runs one broker after another, each repetition in a fresh load JVM, so that no broker profits from a load generator
  * that another one has warmed up. Then it has the report drawn.
  */
final class Orchestrator(asked: PreparedRun):
  private var prepared = asked
  private val settings = prepared.settings
  private val stop = StopSignal()
  private val data = DataFolder(settings.data)
  private val generatorLimits = GeneratorLimits.missing(prepared)

  private var metrics = Option.empty[MetricsServer]

  /** True once results can no longer be written. Further measurements would be lost. */
  private var unsaved = false
  private val fetching = BrokerFetch(prepared, stop)
  private val generatorLimitSeconds = generatorLimits.map(GeneratorLimits.seconds(prepared, _)).sum

  /** @return the exit status */
  def run(): Int =
    val folders = Orchestrator.folder("--out", settings.out).flatMap(_ => Orchestrator.folder("--data", settings.data))
    val room = folders.flatMap(_ => DiskRoom.of(brokerData, settings.out).shortage.toLeft(()))
    room.flatMap(_ => FolderLock.take(settings)).flatMap(_ => serve()) match
      case Right(()) =>
        try runAll()
        finally metrics.foreach(_.close())
      case Left(problem) =>
        Console.err.println(s"benchmark-all: $problem")
        if stop.requested then ExitStatus.Stopped else ExitStatus.Usage

  /** None if the broker already runs, because it then keeps its data itself. */
  private def brokerData: Option[Path] = Option.when(settings.external.isEmpty)(settings.data)

  /** Serves metrics from the start of the run to its end, across all load JVMs. */
  private def serve(): Either[String, Unit] =
    val started = settings.metrics.map(MetricsServer.start)
    metrics = started.flatMap(_.toOption)
    metrics.foreach(server => println(s"Metrics for Prometheus: ${server.url}"))
    started.flatMap(_.left.toOption).toLeft(())

  private def runAll(): Int =
    val began = System.nanoTime()
    // A broker that somebody started in our session stays in one group with us.
    if settings.external.isEmpty then SchedulingGroup.join(): Unit
    endForgotten()
    if settings.continued then Continuation.prepare(prepared).foreach(println)
    else keepEarlierResults()
    val surroundings = HostLoadCheck.look()
    HostLoadCheck.warnings(surroundings).foreach(println)
    prepared = prepared.copy(surroundings = Some(surroundings))
    val seed = RunSequence.seed(settings)
    val rounds = RunSequence.rounds(settings.pairs, settings.repeat, seed)
    val total = generatorLimitSeconds + settings.repeat * settings.pairs.map(prepared.seconds).sum
    println(s"${DryRun.amount(prepared)}, about ${Duration.words(total)}.")
    val racing = settings.timeBudget.map(_.seconds(total))
    DryRun.racing(prepared, total).foreach(println)
    budget.foreach(println)
    if rounds.flatten.sizeIs > 1 then
      val shown = rounds.take(Orchestrator.RoundsShown).map(_.map(_.label).mkString(", ")).mkString("; then ")
      val others = if rounds.sizeIs > Orchestrator.RoundsShown then "; and so on" else ""
      println(s"Random order (--seed $seed): $shown$others.")
    if settings.external.isEmpty then fetching.all(settings.pairs.filter(wants).map(_.broker).distinct)
    // The installation may have brought another version.
    if settings.continued then Continuation.prepare(prepared).foreach(println)
    val started = System.nanoTime()
    if generatorLimits.nonEmpty then measureGeneratorLimits(seed, total, started)
    val whole = PlannedWork(settings.repeat * settings.pairs.map(prepared.workloads).sum, total)
    var before = PlannedWork(0, generatorLimitSeconds)
    val statuses =
      for (pairs, n) <- rounds.zipWithIndex; pair <- pairs yield
        val contenderRun = ContenderRun(pair, n + 1, before, whole, seed, started)
        before += PlannedWork(prepared.workloads(pair), prepared.seconds(pair))
        turn(contenderRun)
    // On a busy machine, everything takes longer than planned.
    val pace = math.max(1, (System.nanoTime() - started) / 1e9 / total)
    val raced = racing.toList.flatMap(seconds => race(seed, started + (seconds * 1e9).toLong, pace))
    RunOutcome.lines(settings, (System.nanoTime() - began) / 1e9).foreach(println)
    finish(statuses ++ raced)

  /** Measures close contenders again, in rounds. Each round needs new starts of their brokers.
    *
    * @param pace
    *   the duration of the first pass, divided by what was planned
    * @return
    *   the exit statuses
    */
  private def race(seed: Int, deadlineNanos: Long, pace: Double): List[Int] =
    val statuses = List.newBuilder[Int]
    def left = (deadlineNanos - System.nanoTime()) / 1e9 / pace
    var round = RaceRound.next(prepared, RaceRound.nextRepetition(prepared), left)
    while !stop.requested && !unsaved && round.entries.nonEmpty do
      println(s"Round ${round.repetition}: ${round.words}; ${Duration.words(round.work.seconds)}.")
      val began = System.nanoTime()
      var before = PlannedWork.none
      for entry <- Random(seed + round.repetition).shuffle(round.entries) do
        val only = Some(entry.workloads)
        statuses += turn(ContenderRun(entry.pair, round.repetition, before, round.work, seed, began, only = only))
        before += entry.work
      round = RaceRound.next(prepared, round.repetition + 1, left)
    if round.undecided > 0 && !stop.requested then
      println(s"The time budget is spent. More starts could decide ${Counted(round.undecided, "answer")}.")
    statuses.result()

  /** The run's limits of memory and disk: heaps are bounded, and workloads end when the disk is full, see [[DiskRoom]].
    */
  private def budget: List[String] =
    f"Needs ${MemoryCheck.budget(prepared) / 1024.0}%.1f GiB of memory." :: brokerData.flatMap(DiskRoom.budget).toList

  private def finish(statuses: List[Int]): Int =
    // If results cannot be written, a page would not fit on the disk either.
    val page = if unsaved then ExitStatus.Done else report()
    if stop.requested then
      println("Stopped. Results are kept. To run the rest, add --continue to the same command.")
    ExitStatus.ofRun(statuses, page, stop.requested)

  /** If this fails, the run does not, because the generator limit is not a result of a broker. */
  private def measureGeneratorLimits(seed: Int, total: Double, started: Long): Unit =
    println(s"Measuring the generator limit against null brokers: ${Duration.words(generatorLimitSeconds)}.")
    val without = settings.protocols.filter(GeneratorLimits.peer(prepared, _).isEmpty)
    if without.nonEmpty then println(s"It is not measured over ${without.mkString(", ")}. ${Orchestrator.otherwise}")
    val parts = generatorLimits.map(pair =>
      PlannedWork(GeneratorLimits.workloads(prepared, pair).size, GeneratorLimits.seconds(prepared, pair))
    )
    val whole = PlannedWork(parts.map(_.workloads).sum, total)
    for (pair, n) <- generatorLimits.zipWithIndex if !stop.requested && !unsaved do
      val before = parts.take(n).foldLeft(PlannedWork.none)(_ + _)
      val status = load(ContenderRun(pair, 1, before, whole, seed, started, generatorLimit = true))
      if status != 0 && !stop.requested && !unsaved then
        println(s"The generator limit over ${pair.protocol} is not known (see above). ${Orchestrator.otherwise}")

  /** A run that was killed could not stop its brokers, and they would disturb ours. */
  private def endForgotten(): Unit =
    val ended = data.endLeftovers()
    if ended.nonEmpty then
      println(s"Ended ${Counted.of(ended.size, "process", "processes")} that an earlier run left running.")

  /** Moves the results of an earlier run to a folder of their own, so that no measurement is lost. */
  private def keepEarlierResults(): Unit =
    val earlier = settings.pairs.map(settings.resultFile).filter(Files.exists(_))
    if earlier.nonEmpty then
      val folder = Earlier.folder(settings.out)
      earlier.foreach(Earlier.move(_, folder))
      println(s"Results of an earlier run were moved to $folder (to add to them, use --continue)")

  /** Whether a pair needs its broker: it has workloads to run, and not all of them ran before. */
  private def wants(pair: Pair): Boolean =
    val ours = prepared.of(pair.protocol)
    def missing = Journal
      .open(ours, pair, goOn = true)
      .exists(journal => (1 to settings.repeat).exists(journal.missing(ours.plan, _).nonEmpty))
    prepared.isBusy(pair) && (!settings.continued || missing)

  private def turn(contenderRun: ContenderRun): Int =
    val broker = contenderRun.pair.broker
    val missing = Option.when(!stop.requested && fetching.lacks(broker) && wants(contenderRun.pair))(broker)
      .flatMap(fetching.stillMissing)
    if unsaved then ExitStatus.Unsaved
    else if stop.requested then ExitStatus.Stopped
    else missing.fold(load(contenderRun))(without(contenderRun, _))

  /** Records that there is no broker. That is a result, too. */
  private def without(contenderRun: ContenderRun, missing: Unavailable): Int =
    Journal.open(prepared.of(contenderRun), contenderRun) match
      case Left(problem) =>
        Console.err.println(s"${contenderRun.pair.label}: $problem")
        ExitStatus.Usage
      case Right(journal) =>
        journal.describe(missing)
        journal.close(complete = false)
        ExitStatus.Failed

  private def load(contenderRun: ContenderRun): Int =
    val own = prepared.of(contenderRun)
    val part = if contenderRun.generatorLimit then GeneratorLimits.prepare(own, contenderRun.pair.protocol) else own
    val status = LoadProcess(part, contenderRun, data, stop, metrics).run()
    unsaved = status == ExitStatus.Unsaved
    status

  /** Another module draws the page, and this one does not depend on it. */
  private def report(): Int =
    val out = settings.out.toString
    ToolProvider.findFirst("benchmark-report").orElseThrow()
      .run(System.out, System.err, out, "--out", out, "--summary", settings.summary)

object Orchestrator:
  private val otherwise = "There, generator saturation is judged by CPU only."

  /** With hundreds of repetitions, the line would fill the screen. */
  private val RoundsShown = 5

  /** Creates the folder and checks whether files can be written to it. */
  private def folder(option: String, path: Path): Either[String, Unit] =
    try
      Files.createDirectories(path)
      Files.delete(Files.createTempFile(path, ".writable", ""))
      Right(())
    catch
      case e: IOException =>
        Left(s"$option: nothing can be written to $path: ${FileTrouble.words(e)}; name another folder")
