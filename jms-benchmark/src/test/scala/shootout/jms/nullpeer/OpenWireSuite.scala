package shootout.jms.nullpeer

import org.apache.activemq.{ActiveMQConnectionFactory, ActiveMQMessageProducer, AsyncCallback}

import javax.jms.{CompletionListener, ConnectionFactory, JMSException, Message, MessageProducer}

class OpenWireSuite extends PeerSuite("openwire"):
  def factory(port: Int, confirm: Boolean): ConnectionFactory =
    val send = if confirm then "alwaysSyncSend" else "useAsyncSend"
    ActiveMQConnectionFactory(s"tcp://127.0.0.1:$port?jms.$send=true&jms.watchTopicAdvisories=false")

  /** The library has call-backs of its own. */
  override def send(producer: MessageProducer, message: Message, done: CompletionListener): Unit =
    val callback = new AsyncCallback:
      def onSuccess(): Unit = done.onCompletion(message)
      def onException(e: JMSException): Unit = done.onException(message, e)
    producer.asInstanceOf[ActiveMQMessageProducer].send(message, callback)
