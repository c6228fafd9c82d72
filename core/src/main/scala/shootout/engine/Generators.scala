package shootout.engine

import shootout.scenario.Workload
import shootout.units.{Json, Nanos}

/** What one load JVM says when all of them meet.
  *
  * @param gone
  *   why it cannot go on; none if it can
  */
final case class BarrierMessage(said: ujson.Value, gone: Option[String] = None) derives Json.ReadWriter

/** The load JVMs that share the clients of one workload, from the view of one of them. From time to time they meet:
  * each says something, waits for the others, and learns what all have said. All must meet equally often. A load JVM
  * that cannot go on says so instead, and no other meeting follows.
  *
  * Only the thread that runs the workload uses it.
  */
abstract class Generators(val part: GeneratorPart):
  private var over = Option.empty[String]

  /** Hands over what this one says and waits for what the others say, in the order of their parts. The wait is bounded:
    * a load JVM that says nothing counts as gone.
    */
  protected def gather(mine: BarrierMessage): List[BarrierMessage]

  /** What each load JVM says, in the order of the parts. Left says why one of them is gone. */
  def meet[A: Json.ReadWriter](mine: A): Either[String, List[A]] =
    if part.isWhole then Right(List(mine))
    else words(BarrierMessage(Json.writeJs(mine))).map(_.map(word => Json.read[A](word.said)))

  /** The last meeting. */
  def conclude[A: Json.ReadWriter](mine: A): Either[String, List[A]] =
    val all = meet(mine)
    over = over.orElse(Some("the load is over"))
    all

  /** Tells the others why this one is gone, if they still wait. */
  def leave(why: String): Unit = if !part.isWhole then words(BarrierMessage(ujson.Null, Some(why))): Unit

  private def words(mine: BarrierMessage): Either[String, List[BarrierMessage]] = over match
    case Some(why) => Left(why)
    case None =>
      val all = gather(mine)
      over = all.flatMap(_.gone).headOption
      over.toLeft(all)

  /** Right if all load JVMs have Right. */
  def agree(mine: Either[Failure, Unit]): Either[Failure, Unit] =
    meet(mine.left.toOption).left.map(Failure(_)).flatMap(_.flatten.headOption.toLeft(()))

  /** The value of the first load JVM holds for all. */
  def decide[A: Json.ReadWriter](mine: A): Either[String, A] = meet(mine).map(_.head)

  /** Waits until all load JVMs can begin, and returns a start time that is the same for all. */
  def begin(clock: Clock): Either[Failure, Long] = meet(clock.nanos()).left.map(Failure(_)).map { ready =>
    val start = ready.max + (if part.isWhole then 0L else Generators.Lead.value)
    if !part.isWhole then clock.sleepUntil(Nanos(start))
    start
  }

  /** Checks that all read the same monotonic clock, as all processes of a Linux machine do. Only then do latencies from
    * one JVM to another make sense. Each JVM reads the clock between two readings of all others.
    */
  def sameClock(clock: Clock): Either[Failure, Unit] =
    val fits =
      for
        before <- meet(clock.nanos())
        now <- meet(clock.nanos())
        after = clock.nanos()
      yield now.forall(time => time >= before.max && time <= after)
    fits.left.map(Failure(_)).flatMap(same => agree(Either.cond(same, (), Failure(Generators.otherClock))))

object Generators:
  /** The time is long enough for all JVMs to hear when they begin. */
  private val Lead = Nanos.ofMillis(20)

  private val otherClock =
    "the monotonic clocks of the load JVMs differ, so they cannot share a load; leave --generators out"

  /** One load JVM that has all clients. */
  def alone: Generators = new Generators(GeneratorPart.whole):
    protected def gather(mine: BarrierMessage): List[BarrierMessage] = List(mine)

/** Which clients of a workload one of several load JVMs has. Producers are dealt out from the first load JVM on,
  * consumers from the last one on. One producer and one consumer are therefore in different JVMs, and a queue's
  * messages go from each JVM to each.
  *
  * @param index
  *   0, 1, ... below `of`; the first one knows the broker's processes, decides, and creates the result
  */
final case class GeneratorPart(index: Int, of: Int) derives Json.ReadWriter:
  def isWhole: Boolean = of == 1

  /** Whether this load JVM does what is done once for all. */
  def isFirst: Boolean = index == 0

  /** @param nth
    *   index among all producers of the workload
    */
  def hasProducer(nth: Int, all: Int): Boolean = GeneratorPart.dealt(nth, all, of) == index

  /** @param nth
    *   index among all consumers of the workload
    */
  def hasConsumer(nth: Int, all: Int): Boolean = of - 1 - GeneratorPart.dealt(nth, all, of) == index

object GeneratorPart:
  val whole: GeneratorPart = GeneratorPart(0, 1)

  private def dealt(nth: Int, all: Int, parts: Int): Int = (nth.toLong * parts / all).toInt

  /** Why the clients of a workload cannot be dealt out to this many load JVMs; none if they can. */
  def cannot(workload: Workload, parts: Int): Option[String] =
    val ramps =
      workload.producers.exists(_.rampPerSecond.isDefined) || workload.consumers.exists(_.rampPerSecond.isDefined)
    if workload.phase.isDefined then Some("its phases share one account")
    else if workload.crash then Some("the broker is killed under it")
    else if ramps then Some("its clients connect one after the other")
    else if workload.producers.isEmpty then Some("it has no producers")
    else Option.when(workload.producerCount + workload.consumerCount < parts)("it has too few clients")
