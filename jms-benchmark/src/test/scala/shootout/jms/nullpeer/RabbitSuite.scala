package shootout.jms.nullpeer

import com.rabbitmq.jms.admin.RMQConnectionFactory

import javax.jms.ConnectionFactory

class RabbitSuite extends PeerSuite("rabbitmq"):
  /** The library never waits for confirmations; it asks for them when there is a listener. */
  def factory(port: Int, confirm: Boolean): ConnectionFactory =
    val made = RMQConnectionFactory()
    made.setHost("127.0.0.1")
    made.setPort(port)
    made
