package shootout.jms.nullpeer

import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl.{PACKETS_CONFIRMED, SESS_ADD_METADATA}
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.PacketsConfirmedMessage

/** What a client keeps, to send it again after a reconnect, until it is told that it came.
  *
  * @param bytes
  *   that it sends before it is told; -1: it does not keep any
  */
private final class CoreWindow(wire: Core, channel: Long, bytes: Int):
  private var commands = -1
  private var unconfirmed = 0

  /** Behind every packet of the session. */
  def came(kind: Byte, size: Int): Unit = if bytes >= 0 && kind != PACKETS_CONFIRMED && kind != SESS_ADD_METADATA then
    commands += 1
    unconfirmed += size
    if unconfirmed >= bytes then
      unconfirmed = 0
      wire.say(channel, PacketsConfirmedMessage(commands))
