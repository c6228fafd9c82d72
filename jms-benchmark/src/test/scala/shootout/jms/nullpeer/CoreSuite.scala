package shootout.jms.nullpeer

import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory

import javax.jms.ConnectionFactory

class CoreSuite extends PeerSuite("core"):
  def factory(port: Int, confirm: Boolean): ConnectionFactory =
    val made = ActiveMQJMSConnectionFactory(s"tcp://127.0.0.1:$port")
    made.setBlockOnDurableSend(confirm)
    made.setBlockOnNonDurableSend(confirm)
    made
