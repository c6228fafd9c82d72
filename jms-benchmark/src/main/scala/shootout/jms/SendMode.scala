package shootout.jms

import shootout.driver.ClientSpec

/** How what a client sends is confirmed.
  *
  * @param commitsBatches
  *   see [[Vendor.commitsBatches]]
  */
private final class SendMode(spec: ClientSpec, commitsBatches: Boolean):
  /** What the engine hands over in one call is one send, and goes as a whole. */
  val batched: Boolean = spec.send.exists(_.batched)

  /** Such a batch is a transaction: its commit confirms all of it. */
  val commits: Boolean = batched && commitsBatches

  /** Messages are confirmed outside the engine's transactions. */
  val confirms: Boolean = spec.send.exists(s => s.confirm && !s.transacted)

  /** Several messages are on their way, and a completion listener is told of each. */
  val pipelined: Boolean = confirms && !commits && (batched || spec.send.exists(_.pipelined))

  /** Each send waits for the broker. */
  val waits: Boolean = confirms && !commits && !pipelined
