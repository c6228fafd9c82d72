package shootout.queue.sqs

import shootout.input.{Fields, Reader}

/** What differs between services that speak SQS: the `sqs` section of a `broker.yaml`.
  *
  * @param largestMessage
  *   that it takes, and the most of all messages in a batch, in bytes
  */
final case class SqsDialect(largestMessage: Int)

object SqsDialect:
  /** Of the service itself, since August 2025. */
  private val OneMiB = 1 << 20
  private val Smallest = 1024

  val reader: Reader[SqsDialect] = Fields.reader("an SQS dialect") { (f, _) =>
    Some(SqsDialect(f.getOrElse("largest_message", Reader.int(Smallest, OneMiB))(OneMiB)))
  }
