package shootout.jms.nullpeer

import org.apache.activemq.ActiveMQConnectionFactory

import javax.jms.ConnectionFactory

class OpenWireSuite extends PeerSuite("openwire"):
  def factory(port: Int, confirm: Boolean): ConnectionFactory =
    val send = if confirm then "alwaysSyncSend" else "useAsyncSend"
    ActiveMQConnectionFactory(s"tcp://127.0.0.1:$port?jms.$send=true&jms.watchTopicAdvisories=false")
