package shootout.machine

import oshi.SystemInfo
import oshi.software.os.InternetProtocolStats.TcpState

import scala.jdk.CollectionConverters.*

/** Which processes of this machine listen on a port. */
object Listeners:
  /** Empty where the system does not say, as of another user's processes. */
  def of(port: Int): List[Long] =
    val connections = SystemInfo().getOperatingSystem.getInternetProtocolStats.getConnections.asScala.toList
    val listening = connections.filter(c => c.getLocalPort == port && c.getState == TcpState.LISTEN)
    listening.map(_.getowningProcessId.toLong).filter(_ > 0).distinct
