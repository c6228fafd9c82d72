package shootout.queue.rocket

import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}
import shootout.units.DestinationType

import java.util.UUID

/** A producer, a consumer, or both. */
private final class RocketLink(spec: ClientSpec, client: RocketClient, topics: RocketTopics)
    extends QueueLink(spec, topics):
  /** Of a queue there is one; of a topic, one for each subscription. */
  private val group = spec.receive.fold("")(groupOf)

  protected def hello(): Unit = topics.hello()
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    RocketSender(client.producer(), send, confirmations)

  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    if receive.source.kind == DestinationType.Topic then topics.beginAtEnd(receive.source.name, group)
    val queues = topics.queues(receive.source.name).size
    RocketReceiver(client.consumer(group, receive, queues), receive, queues)

  private def groupOf(receive: ReceiveSpec): String =
    val topic = receive.source.name
    if receive.source.kind == DestinationType.Queue then topic
    else s"$topic-${RocketLink.word(receive.shared.orElse(receive.durable).getOrElse(UUID.randomUUID.toString))}"

  override protected def leave(unsubscribe: Boolean): Unit =
    for receive <- spec.receive if receive.source.kind == DestinationType.Topic do
      val lasts = receive.durable.isDefined || receive.shared.isDefined
      if unsubscribe || !lasts then topics.removeGroup(group)

private object RocketLink:
  /** Of the characters that a group's name may have. */
  private def word(name: String): String = name.replaceAll("[^A-Za-z0-9_-]", "_")
