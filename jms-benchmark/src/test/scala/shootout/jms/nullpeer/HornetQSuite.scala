package shootout.jms.nullpeer

import org.hornetq.api.core.TransportConfiguration
import org.hornetq.api.jms.{HornetQJMSClient, JMSFactoryType}
import org.hornetq.core.remoting.impl.netty.NettyConnectorFactory

import java.util
import javax.jms.ConnectionFactory

class HornetQSuite extends PeerSuite("hornetq"):
  def factory(port: Int, confirm: Boolean): ConnectionFactory =
    val parameters = util.Map.of[String, Object]("host", "127.0.0.1", "port", Integer.valueOf(port))
    val transport = TransportConfiguration(classOf[NettyConnectorFactory].getName, parameters)
    val made = HornetQJMSClient.createConnectionFactoryWithoutHA(JMSFactoryType.CF, transport)
    made.setBlockOnDurableSend(confirm)
    made.setBlockOnNonDurableSend(confirm)
    made
