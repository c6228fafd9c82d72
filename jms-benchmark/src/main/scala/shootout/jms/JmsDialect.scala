package shootout.jms

import shootout.input.{Fields, Node, Problem, Reader}

/** What differs between brokers that one library can talk to: the protocol's section of a `broker.yaml`.
  *
  * @param queuePrefix
  *   in front of the names of queues; `topicPrefix` alike
  * @param options
  *   of the connection, in the vendor's words
  * @param replicas
  *   nodes that have a message when its send is confirmed
  */
case class JmsDialect(queuePrefix: String, topicPrefix: String, options: List[(String, String)], replicas: Int = 1)

object JmsDialect:
  private def dialect(vendor: Vendor): Reader[JmsDialect] = Fields.reader("a JMS dialect") { (fields, problems) =>
    val queue = fields.getOrElse("queue_prefix", Reader.text)("")
    val topic = fields.getOrElse("topic_prefix", Reader.text)("")
    val options = fields.getOrElse("options", Reader.mapOf(Reader.text))(Nil)
    for (name, _) <- options if !vendor.knows(name) do
      problems.add(fields.place, s"options: ${vendor.library} has no option '$name'")
    Some(JmsDialect(queue, topic, options, fields.getOrElse("replicas", Reader.int(1))(1)))
  }

  /** @return the dialect, or every problem with its place */
  def read(node: Node, vendor: Vendor): Either[List[Problem], JmsDialect] = dialect(vendor).whole(node)
