package shootout.stomp

import shootout.driver.ReceiveSpec
import shootout.scenario.Ack

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

/** The frames of a subscription: SUBSCRIBE, ACK and UNSUBSCRIBE. */
final class Subscription(client: String, spec: ReceiveSpec, dialect: Dialect):
  private val durable = spec.durable.zip(dialect.durable)
  private val addressing = dialect.addressing(spec.source.kind)

  /** Apollo and RabbitMQ know a durable subscription by this id. */
  private val id = spec.durable.getOrElse("0")
  private val acks = Version.values.map { version =>
    val head =
      if version == Version.V12 then "ACK\nid:" else s"ACK\nsubscription:${Frame.escaped(id, version)}\nmessage-id:"
    head.getBytes(UTF_8)
  }

  private def fill(headers: Headers): Headers = headers.map { (name, value) =>
    val filled = value
      .replace("{{client}}", client)
      .replace("{{subscription}}", spec.durable.getOrElse(""))
      .replace("{{count}}", spec.prefetch.fold("")(_.toString))
      .replace(Dialect.BytesAhead, spec.bytesAhead(dialect.frameOverhead, 1).fold("")(_.toString))
    name -> filled
  }

  /** Headers that CONNECT must carry for a durable subscription. */
  def connectHeaders: Headers = durable.fold(Nil)((_, words) => fill(words.connect))

  def subscribe(version: Version, receipt: String): Array[Byte] =
    val ack = spec.ack match
      case Ack.Auto => "auto"
      case Ack.Client => "client"
      case Ack.Individual => "client-individual"
      case other => throw UnsupportedOperationException(s"STOMP does not acknowledge by $other")
    val headers = List("id" -> id, "destination" -> s"${addressing.prefix}${spec.source.name}", "ack" -> ack) ++
      addressing.subscribe ++
      spec.prefetch.fold(Nil)(_ => fill(dialect.prefetch.getOrElse(Nil))) ++
      spec.selector.zip(dialect.selector).map((selector, header) => header -> selector) ++
      durable.fold(Nil)((_, words) => fill(words.subscribe)) ++
      spec.headers :+ ("receipt" -> receipt)
    Frame.bytes("SUBSCRIBE", headers, version)

  /** The frames that end the subscription, in this order. Each waits for the receipt of the one before. */
  def unsubscribe(version: Version, receipt: String): List[Array[Byte]] =
    val first = List("id" -> id) ++ durable.fold(Nil)((_, words) => fill(words.unsubscribe))
    val second = durable.toList.flatMap((_, words) => words.forget.map(fill))
    (first :: second).map(headers => Frame.bytes("UNSUBSCRIBE", headers :+ ("receipt" -> receipt), version))

  /** STOMP 1.2 acknowledges by `id`, and older versions by `message-id` and subscription. STOMP 1.0 does not ask for
    * the subscription, but OpenMQ does. The value goes back as it came, with its escapes.
    */
  def acknowledge(outbox: Outbox, id: AckId, version: Version): Unit =
    outbox.add(acks(version.ordinal))
    outbox.add(id.bytes, 0, id.length)
    outbox.add(Subscription.End)

object Subscription:
  private val End = "\n\n\u0000".getBytes(UTF_8)

  /** The header of MESSAGE that an acknowledgement repeats. */
  def ackHeader(version: Version): Array[Byte] =
    (if version == Version.V12 then "ack:" else "message-id:").getBytes(UTF_8)

/** The acknowledgement id of the latest message, copied out of the read buffer. */
final class AckId:
  var bytes = new Array[Byte](128)
  var length = 0

  /** Copies the id of a message. A message that is not acknowledged has none: `size` is 0, and `at` is no place. */
  def set(from: ByteBuffer, at: Int, size: Int): Unit =
    if size > bytes.length then bytes = new Array[Byte](size * 2)
    if size > 0 then from.get(at, bytes, 0, size)
    length = size

  def set(other: AckId): Unit =
    if other.length > bytes.length then bytes = new Array[Byte](other.length * 2)
    System.arraycopy(other.bytes, 0, bytes, 0, other.length)
    length = other.length

  def clear(): Unit = length = 0
