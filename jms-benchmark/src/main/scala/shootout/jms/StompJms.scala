package shootout.jms

import org.fusesource.stomp.jms.{StompJmsConnectionFactory, StompJmsPrefetch}
import shootout.driver.Unsupported
import shootout.units.Endpoint

import javax.jms.{ConnectionFactory, MessageProducer}

/** STOMP by a JMS library, beside the project's own driver. */
object StompJms extends Vendor:
  def protocol = "stomp_jms"
  def library = "stompjms-client"
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
    "forceAsyncSend=true: where sends are not confirmed none waits, not even a persistent one",
    "disableMessageID=true: RabbitMQ refuses a SEND with the header message-id"
  )

  /** What comes before the start is kept apart, and handed on behind what comes while it starts, or not at all
    * (`StompJmsSession.start` and `onMessage`): after a restart two of twenty waiting messages were missed so.
    */
  override def startsFirst: Boolean = true

  /** RabbitMQ refuses a SEND with the header `message-id`. */
  override def producer(made: MessageProducer): MessageProducer =
    made.setDisableMessageID(true)
    made

  override def cannot: Unsupported = Unsupported(
    "async_send" -> "JMS 1.1: a send has no completion listener, and the client library offers none",
    "confirm_non_persistent" -> "only persistent messages are sent with a receipt",
    "prefetch" -> "of all brokers only Apollo is told of it, and with 100 of it 200 messages came",
    "durable" -> "the library has them for ActiveMQ, but cannot end them, and for Apollo, where ending one changes nothing",
    "shared" -> "JMS 1.1: there is no createSharedConsumer",
    "shared_durable" -> "JMS 1.1: there is no createSharedDurableConsumer",
    "listener" -> "with RabbitMQ consumers whose listener stood still, or left from within it, hung: it holds up the connection's own thread",
    "ack_individual" -> "the library has no such session mode"
  )
