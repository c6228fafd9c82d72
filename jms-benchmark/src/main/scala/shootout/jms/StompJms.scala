package shootout.jms

import org.fusesource.stomp.jms.{StompJmsConnectionFactory, StompJmsPrefetch}
import shootout.driver.Unsupported
import shootout.units.Endpoint

import javax.jms.{ConnectionFactory, MessageProducer}

/** STOMP through a JMS library. The project's own STOMP driver is independent of it. */
final class StompJmsDriver extends JmsDriver("stomp_jms", "STOMP (stompjms)", "stompjms-client"):
  def sample: Class[?] = classOf[StompJmsConnectionFactory]

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val made = StompJmsConnectionFactory()
    made.setBrokerURI(vendorUri("tcp", endpoint, Nil))
    made.setForceAsyncSend(!wish.confirm)
    for n <- wish.prefetch do made.setPrefetch(StompJmsPrefetch(n, 0))
    for (name, value) <- wish.options do
      name match
        case "queue_prefix" => made.setQueuePrefix(value)
        case "topic_prefix" => made.setTopicPrefix(value)
        case _ => FactoryOptions.set(made, List(name -> value))
    made

  override def knows(option: String): Boolean =
    option == "queue_prefix" || option == "topic_prefix" || FactoryOptions.knows(
      classOf[StompJmsConnectionFactory],
      option
    )

  override def settings: List[String] = List(
    "forceAsyncSend=true: in workloads without publisher confirms, no send waits, not even a persistent one",
    "disableMessageID=true: RabbitMQ refuses a SEND with the header message-id"
  )

  /** The library keeps messages that arrive before the start separately. It delivers them after those that arrive
    * during the start, or never (`StompJmsSession.start` and `onMessage`). After a restart, two of twenty waiting
    * messages were missed this way.
    */
  override def startsFirst: Boolean = true

  /** RabbitMQ refuses a SEND with the header `message-id`. */
  override def producer(made: MessageProducer): MessageProducer =
    made.setDisableMessageID(true)
    made

  override def cannot: Unsupported = Unsupported(
    "async_send" -> "JMS 1.1: a send has no completion listener, and the client library offers none",
    "confirm_non_persistent" -> "the library asks for a receipt only when it sends a persistent message",
    "prefetch" -> "the library passes a prefetch to Apollo only, and there 200 messages arrived with a prefetch of 100",
    "durable" -> "the library has them for ActiveMQ, but cannot end them, and for Apollo, where ending one changes nothing",
    "shared" -> "JMS 1.1 has no createSharedConsumer",
    "shared_durable" -> "JMS 1.1 has no createSharedDurableConsumer",
    "listener" -> "a listener blocks the connection's own thread: with RabbitMQ, consumers hung if their listener paused or closed them",
    "ack_individual" -> "the library cannot acknowledge single messages"
  )
