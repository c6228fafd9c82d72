package shootout.terminal

import shootout.campaign.{
  Assignment,
  Ceilings,
  Continuation,
  Earlier,
  Journal,
  Memory,
  NoBroker,
  Order,
  Pair,
  Prepared,
  WorkOrder
}
import shootout.host.{ChildJvm, DataFolder, DiskRoom, ExitStatus, Fetching, FolderLock, Quiet, Stopping}
import shootout.machine.SchedulingGroup
import shootout.metrics.MetricsServer
import shootout.result.Status
import shootout.run.CellDraft
import shootout.units.{Counted, Duration, EpochMillis, FileTrouble}

import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.spi.ToolProvider

/** Runs every broker in turn, each repetition in a fresh load JVM, so that no broker profits from a generator that
  * another one has warmed up; then has the report drawn.
  */
final class Orchestrator(prepared: Prepared, arguments: List[String]):
  private val settings = prepared.settings
  private val stopping = Stopping()
  private val data = DataFolder(settings.data)
  private val ceilings = Ceilings.missing(prepared)

  private var metrics = Option.empty[MetricsServer]

  /** Results cannot be written any more: to measure on would be in vain. */
  private var unsaved = false
  private val fetching = Fetching(prepared, stopping)
  private val ceilingSeconds = ceilings.map(Ceilings.seconds(prepared, _)).sum

  /** @return the exit status */
  def run(): Int =
    val folders = Orchestrator.folder("--out", settings.out).flatMap(_ => Orchestrator.folder("--data", settings.data))
    val room = folders.flatMap(_ => DiskRoom.of(settings).shortage.toLeft(()))
    room.flatMap(_ => FolderLock.claim(settings, stopping.requested, println(_))).flatMap(_ => serve()) match
      case Right(()) =>
        try runAll()
        finally metrics.foreach(_.close())
      case Left(problem) =>
        Console.err.println(s"benchmark-all: $problem")
        if stopping.requested then Stopping.Status else ExitStatus.Usage

  /** From the beginning to the end of the run, whichever load JVM is at work. */
  private def serve(): Either[String, Unit] =
    val started = settings.metrics.map(MetricsServer.start)
    metrics = started.flatMap(_.toOption)
    metrics.foreach(server => println(s"Metrics for Prometheus: ${server.url}"))
    started.flatMap(_.left.toOption).toLeft(())

  private def runAll(): Int =
    val began = System.nanoTime()
    SchedulingGroup.join(): Unit
    endForgotten()
    if settings.continued then Continuation.prepare(prepared).foreach(println)
    else keepEarlierResults()
    Quiet.look().foreach(println)
    val seed = Order.seed(settings)
    val rounds = Order.rounds(settings.pairs, settings.repeat, seed)
    val total = ceilingSeconds + settings.repeat * settings.pairs.map(prepared.seconds).sum
    println(s"${DryRun.amount(prepared)}, about ${Duration.words(total)}.")
    println(s"A load may take ${budget.mkString(" and ")}; one that needs more fails, and says so.")
    if rounds.flatten.sizeIs > 1 then
      val shown = rounds.take(Orchestrator.RoundsShown).map(_.map(_.label).mkString(", ")).mkString("; then ")
      val others = if rounds.sizeIs > Orchestrator.RoundsShown then "; and so on" else ""
      println(s"Order: $shown$others (random, --seed $seed).")
    if settings.external.isEmpty then fetching.all(settings.pairs.filter(wants).map(_.broker).distinct)
    // what has just been installed may be another version
    if settings.continued then Continuation.prepare(prepared).foreach(println)
    if ceilings.nonEmpty then measureCeilings(seed, total)
    val cells = settings.repeat * settings.pairs.map(prepared.cells).sum
    var before = ceilingSeconds
    var cellsBefore = 0
    val statuses =
      for (pairs, n) <- rounds.zipWithIndex; pair <- pairs yield
        val assignment = Assignment(pair, n + 1, before, total, cellsBefore, cells, seed)
        before += prepared.seconds(pair)
        cellsBefore += prepared.cells(pair)
        turn(assignment)
    Closing.lines(settings, (System.nanoTime() - began) / 1e9).foreach(println)
    // a page would not fit either
    if unsaved then ExitStatus.Unsaved else finish(statuses)

  /** Heaps are bounded, and a load is ended when the disk is full, see [[DiskRoom]]. */
  private def budget: List[String] =
    s"${Memory.budget(prepared)} MiB of memory, its broker's included," :: DiskRoom.budget(settings).toList

  private def finish(statuses: List[Int]): Int =
    val page = report()
    if stopping.requested then
      println("Stopped. What was measured is kept; the same command with --continue runs what is missing.")
      Stopping.Status
    else if page != 0 || statuses.contains(ExitStatus.Usage) then ExitStatus.Usage
    else if statuses.forall(_ == 0) then 0
    else 1

  /** Not a broker's result: that it fails is no failure of the run. */
  private def measureCeilings(seed: Int, total: Double): Unit =
    println(
      s"Measuring the generator's own limit, against brokers that do nothing: ${Duration.words(ceilingSeconds)}."
    )
    val without = settings.protocols.filter(Ceilings.peer(prepared, _).isEmpty)
    if without.nonEmpty then println(s"Over ${without.mkString(", ")} it is not measured. ${Orchestrator.otherwise}")
    val cells = ceilings.map(Ceilings.cells(prepared, _).size)
    val seconds = ceilings.map(Ceilings.seconds(prepared, _))
    for (pair, n) <- ceilings.zipWithIndex if !stopping.requested && !unsaved do
      val assignment =
        Assignment(pair, 1, seconds.take(n).sum, total, cells.take(n).sum, cells.sum, seed, ceiling = true)
      val status = loadJvm(assignment)
      if status != 0 && !stopping.requested && !unsaved then
        for why <- Ceilings.trouble(settings, pair).orElse(Some(s"the JVM that measures it ended with status $status"))
        do
          println(s"Over ${pair.protocol}, the generator's own limit is not known: $why. ${Orchestrator.otherwise}")

  /** A run that was killed, all of it, could not end its brokers; they would be measured beside ours. */
  private def endForgotten(): Unit =
    val ended = data.endLeftovers()
    if ended.nonEmpty then
      println(s"An earlier run had left ${Counted.of(ended.size, "process", "processes")} running: ended.")

  /** Nothing that was measured is lost: results of an earlier run move into a folder of their own. */
  private def keepEarlierResults(): Unit =
    val earlier = settings.pairs.map(settings.resultFile).filter(Files.exists(_))
    if earlier.nonEmpty then
      val folder = Earlier.folder(settings.out)
      earlier.foreach(Earlier.move(_, folder))
      println(s"Results of an earlier run were moved to $folder (to add to them, use --continue)")

  /** Whether a broker is needed for a pair: it has cells to run, and not all of them ran before. */
  private def wants(pair: Pair): Boolean =
    val ours = prepared.of(pair.protocol)
    def missing = Journal
      .open(ours, pair, goOn = true)
      .exists(journal => (1 to settings.repeat).exists(journal.missing(ours.plan, _).nonEmpty))
    prepared.isBusy(pair) && (!settings.continued || missing)

  private def turn(assignment: Assignment): Int =
    val broker = assignment.pair.broker
    val missing = Option.when(!stopping.requested && fetching.lacks(broker) && wants(assignment.pair))(broker)
      .flatMap(fetching.stillMissing)
    if unsaved then ExitStatus.Unsaved
    else if stopping.requested then Stopping.Status
    else missing.fold(loadJvm(assignment))(why => without(assignment, NoBroker(why)))

  /** No broker is a result too. */
  private def without(assignment: Assignment, missing: NoBroker): Int =
    Journal.open(prepared.of(assignment), assignment) match
      case Left(problem) =>
        Console.err.println(s"${assignment.pair.label}: $problem")
        ExitStatus.Usage
      case Right(journal) =>
        journal.describe(missing)
        journal.close(complete = false)
        1

  private def loadJvm(assignment: Assignment): Int =
    val order = data.order(assignment.pair)
    val feed = metrics.map(_.follow(assignment.turn(settings.generators)))
    WorkOrder(assignment, prepared.plan, prepared.whole, feed.map(_.address)).write(order)
    val flags = ChildJvm.loadFlags(prepared.drivers.flags(assignment.pair.protocol))
    val process = ChildJvm.start(flags, "shootout.terminal.Main", arguments :+ s"--load=$order")
    // of Ctrl-C the child is told twice, which is still one wish
    stopping.onRequest(_ => process.destroy())
    val status = process.waitFor()
    feed.foreach(_.close())
    stopping.onRequest(_ => ())
    Files.deleteIfExists(order)
    val leftovers = data.endLeftovers()
    unsaved = status == ExitStatus.Unsaved
    if Orchestrator.orderly(status) || stopping.requested then status
    else
      crashed(assignment, status, leftovers.size)
      1

  /** The JVM under load was killed, by whoever, or has a bug: its broker's other cells are as good as skipped. */
  private def crashed(assignment: Assignment, status: Int, leftovers: Int): Unit =
    val reason = s"the JVM that makes the load ended with status $status"
    val ended =
      if leftovers == 0 then ""
      else s"; ${Counted.of(leftovers, "process", "processes")} that it left running: ended"
    Console.err.println(s"${assignment.pair.label}: $reason$ended")
    val ours = prepared.of(assignment)
    for journal <- Journal.open(ours, assignment.pair, goOn = true) do
      val draft = CellDraft(_, assignment.repetition, EpochMillis.now())
      for run <- journal.missing(ours.plan, assignment.repetition); cell <- run.cells do
        journal.add(draft(cell).without(Status.Skipped, reason))
      if !journal.available then journal.describe(NoBroker(reason, None, Nil))
      journal.close(complete = false)

  /** The page is drawn by a module that this one does not know. */
  private def report(): Int =
    val out = settings.out.toString
    ToolProvider.findFirst("benchmark-report").orElseThrow()
      .run(System.out, System.err, out, "--out", out, "--summary", settings.summary)

object Orchestrator:
  private val otherwise = "There, mark G comes from the generator's processor use alone."

  /** With hundreds of repetitions the line would fill the screen. */
  private val RoundsShown = 5

  /** Makes it, and sees whether something can be written there. */
  private def folder(option: String, path: Path): Either[String, Unit] =
    try
      Files.createDirectories(path)
      Files.delete(Files.createTempFile(path, ".writable", ""))
      Right(())
    catch
      case e: IOException =>
        Left(s"$option: nothing can be written to $path: ${FileTrouble.words(e)}; name another folder")

  /** The ways in which [[LoadJvm]] itself ends. */
  private val orderly = Set(0, 1, ExitStatus.Usage, ExitStatus.Unsaved, Stopping.Status)
