package shootout.jms

import org.fusesource.stomp.jms.{StompJmsConnectionFactory, StompJmsPrefetch}
import shootout.units.Endpoint

import javax.jms.ConnectionFactory

/** STOMP by a JMS library, beside the project's own driver. */
object StompJms extends Vendor:
  def protocol = "stomp_jms"
  def library = "stompjms-client"
  def sample: Class[?] = classOf[StompJmsConnectionFactory]

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val made = StompJmsConnectionFactory()
    made.setBrokerURI(vendorUri("tcp", endpoint, Nil))
    made.setForceAsyncSend(!wish.confirm)
    for n <- wish.prefetch do made.setPrefetch(StompJmsPrefetch(n))
    for (name, value) <- wish.options do
      name match
        case "queue_prefix" => made.setQueuePrefix(value)
        case "topic_prefix" => made.setTopicPrefix(value)
        case "temp_queue_prefix" => made.setTempQueuePrefix(value)
        case "omit_host" => made.setOmitHost(value.toBoolean)
        case _ => throw IllegalArgumentException(s"$library has no option '$name'")
    made
