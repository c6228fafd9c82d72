package shootout.machine

import oshi.SystemInfo
import oshi.software.os.InternetProtocolStats.TcpState

import java.net.{InetAddress, NetworkInterface}
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Which processes of this machine listen on a port. */
object Listeners:
  /** Whether a host's name is one of this machine. */
  def isLocal(host: String): Boolean =
    Try(InetAddress.getByName(host)).toOption.exists { address =>
      address.isLoopbackAddress || NetworkInterface.getByInetAddress(address) != null
    }

  /** Empty where the system does not say, as of another user's processes. */
  def of(port: Int): List[Long] =
    val connections = SystemInfo().getOperatingSystem.getInternetProtocolStats.getConnections.asScala.toList
    val listening = connections.filter(c => c.getLocalPort == port && c.getState == TcpState.LISTEN)
    listening.map(_.getowningProcessId.toLong).filter(_ > 0).distinct
