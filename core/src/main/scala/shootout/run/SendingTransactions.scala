package shootout.run

import shootout.record.ClientRecorder
import shootout.result.LatencyKind
import shootout.scenario.Transactions

/** Where a producer stands with its transactions: one after the other. Used in the client's context only. */
private final class SendingTransactions(declared: Transactions, recorder: ClientRecorder, clock: Clock):
  private val latencyOrNull = recorder.latency(LatencyKind.Commit).orNull
  private val rollbackEvery = declared.rollbackEvery.getOrElse(0)
  private var messages = 0
  private var count = 0L
  private var ending = false
  private var asked = 0L

  /** Messages that still fit into the one under way. */
  def room: Int = if ending then 0 else declared.messages - messages
  def full: Boolean = !ending && messages == declared.messages
  def begun: Boolean = !ending && messages > 0
  def sent(taken: Int): Unit = messages += taken

  /** @return whether this one is committed, or else rolled back */
  def end(): Boolean =
    ending = true
    count += 1
    asked = clock.nanos()
    rollbackEvery == 0 || count % rollbackEvery != 0

  /** @return how many messages were in it */
  def ended(committed: Boolean, now: Long): Int =
    ending = false
    if committed && latencyOrNull != null then latencyOrNull.record(now - asked, asked)
    val were = messages
    messages = 0
    were
