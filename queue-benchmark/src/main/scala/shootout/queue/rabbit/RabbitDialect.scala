package shootout.queue.rabbit

import shootout.input.{Fields, Reader}

/** What differs between RabbitMQ clusters: the `amqp091` section of a `broker.yaml`.
  *
  * @param quorum
  *   queues are quorum queues; else they are classic ones
  * @param replicas
  *   nodes that have each queue. Of classic queues a policy of the broker's sees to that
  */
final case class RabbitDialect(quorum: Boolean, replicas: Int):
  /** Arguments of each queue that outlives its clients. */
  def arguments: Map[String, Object] =
    if !quorum then Map.empty
    else Map(RabbitDialect.TypeArgument -> RabbitDialect.Quorum, RabbitDialect.SizeArgument -> Int.box(replicas))

  /** As the result has them. */
  def options: List[(String, String)] =
    Option.when(quorum)("queue_type" -> RabbitDialect.Quorum).toList ++
      Option.when(replicas > 1)("replicas" -> replicas.toString)

object RabbitDialect:
  private val Quorum = "quorum"
  private val TypeArgument = "x-queue-type"
  private val SizeArgument = "x-quorum-initial-group-size"
  private val MostReplicas = 99

  val reader: Reader[RabbitDialect] = Fields.reader("an AMQP 0-9-1 dialect") { (f, _) =>
    val quorum = f.getOrElse("queue_type", Reader.word("classic" -> false, Quorum -> true))(false)
    val replicas = f.getOrElse("replicas", Reader.int(1, MostReplicas))(1)
    Some(RabbitDialect(quorum, replicas))
  }
