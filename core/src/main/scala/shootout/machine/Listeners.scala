package shootout.machine

import oshi.SystemInfo
import oshi.software.os.InternetProtocolStats.TcpState

import java.net.{InetAddress, NetworkInterface}
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Finds the processes of this machine that listen on a port. */
object Listeners:
  /** Whether a host's name means this machine. */
  def isLocal(host: String): Boolean =
    Try(InetAddress.getByName(host)).toOption.exists { address =>
      address.isLoopbackAddress || NetworkInterface.getByInetAddress(address) != null
    }

  /** Empty if the system does not reveal the processes, for example those of another user. */
  def of(port: Int): List[Long] =
    val connections = SystemInfo().getOperatingSystem.getInternetProtocolStats.getConnections.asScala.toList
    val listening = connections.filter(c => c.getLocalPort == port && c.getState == TcpState.LISTEN)
    listening.map(_.getowningProcessId.toLong).filter(_ > 0).distinct
