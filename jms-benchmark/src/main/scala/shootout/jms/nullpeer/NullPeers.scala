package shootout.jms.nullpeer

/** One server for each JMS client library, with as little behind it as there can be: see [[Loop]]. It accepts anybody. */
object NullPeers:
  private val wires: Map[String, (Peer, Destinations) => Wire] =
    Map(
      "openwire" -> (OpenWire(_, _)),
      "amqp" -> (Amqp(_, _)),
      "core" -> (Core(_, _, false)),
      "hornetq" -> (Core(_, _, true)),
      "rabbitmq" -> (Rabbit(_, _))
    )

  /** The protocols that there are peers for. */
  def protocols: Set[String] = wires.keySet

  /** @param port of 127.0.0.1; 0: any. @return the peer, not started yet */
  def peer(protocol: String, port: Int): Loop =
    // a benchmark speaks one protocol at a time
    Loop(protocol, port, Runtime.getRuntime.maxMemory / 2, wires(protocol))

  /** @param arguments as in `openwire=1234` */
  def main(arguments: Array[String]): Unit =
    for argument <- arguments do
      argument.split('=') match
        case Array(protocol, port) if wires.contains(protocol) => peer(protocol, port.toInt).start()
        case _ => throw IllegalArgumentException(s"$argument: not PROTOCOL=PORT, of ${wires.keys.mkString(", ")}")
