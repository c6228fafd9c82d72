package shootout.jms.plain

import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.atomic.AtomicLongArray
import scala.jdk.CollectionConverters.*

/** What the threads of plain clients share: counts, and whether to go on. */
private final class Tally:
  private val senders = CopyOnWriteArrayList[Count]()
  private val receivers = CopyOnWriteArrayList[Count]()

  /** Producers send no more once this is false. */
  @volatile var sending = true

  /** Consumers take no more once this is false. */
  @volatile var receiving = true

  /** What a thread threw. */
  @volatile var failure: Option[Throwable] = None

  /** For one producer. */
  def sender(): Count = counting(senders)

  /** For one consumer. */
  def receiver(): Count = counting(receivers)

  def sent: Long = sum(senders, _.all)
  def received: Long = sum(receivers, _.all)
  def wrong: Long = sum(receivers, _.wrong)

  private def counting(among: CopyOnWriteArrayList[Count]): Count =
    val count = Count()
    among.add(count)
    count

  private def sum(counts: CopyOnWriteArrayList[Count], of: Count => Long): Long = counts.asScala.map(of).sum

  /** Starts a thread, and keeps what it throws while anything was still to be done. */
  def thread(name: String, goesOn: => Boolean)(work: => Unit): Thread =
    val task: Runnable = () =>
      try work
      catch case e: Exception => if goesOn then failure = Some(e)
    val started = Thread(task, name)
    started.setDaemon(true)
    started.start()
    started

/** Messages of one client, which only its thread counts. They are far from what other threads write to, for a processor hands memory on in
  * lines.
  */
private final class Count:
  private val cells = AtomicLongArray(Count.Cells)

  def one(right: Boolean = true): Unit =
    if !right then add(Count.Wrong)
    add(Count.All)

  def all: Long = cells.get(Count.All)
  def wrong: Long = cells.get(Count.Wrong)

  private def add(cell: Int): Unit = cells.lazySet(cell, cells.getPlain(cell) + 1)

private object Count:
  private val All = 16
  private val Wrong = 17
  private val Cells = 34
