package shootout.jms.nullpeer

import org.apache.qpid.jms.JmsConnectionFactory

import javax.jms.ConnectionFactory

class AmqpSuite extends PeerSuite("amqp"):
  def factory(port: Int, confirm: Boolean): ConnectionFactory =
    val send = if confirm then "forceSyncSend" else "forceAsyncSend"
    JmsConnectionFactory(s"amqp://127.0.0.1:$port?jms.$send=true")
