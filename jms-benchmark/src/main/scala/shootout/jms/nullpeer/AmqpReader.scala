package shootout.jms.nullpeer

/** Walks over encoded AMQP 1.0 values (part 1 of the standard), for those frames that come with every message. */
private final class AmqpReader:
  private var bytes = Array.emptyByteArray
  private var left = 0
  var at = 0

  /** The transaction that the latest [[state]] named; -1: none. */
  var transaction = -1L

  def begin(from: Array[Byte], position: Int): Unit =
    bytes = from
    at = position

  /** Of a described type with a small number, as all of AMQP's own are. */
  def descriptor(): Int =
    if bytes(at) != 0 || bytes(at + 1) != AmqpReader.SmallUlong then throw IllegalStateException("no performative")
    at += 3
    Bytes.unsigned(bytes, at - 1)

  /** Enters a list, of whose fields the last may be missing. */
  def enter(): Unit =
    bytes(at) match
      case AmqpReader.List0 =>
        left = 0
        at += 1
      case AmqpReader.List8 =>
        left = Bytes.unsigned(bytes, at + 2)
        at += 3
      case AmqpReader.List32 =>
        left = Bytes.intAt(bytes, at + 5)
        at += 9
      case other => throw IllegalStateException(s"$other is no list")

  private def next(): Int =
    if left == 0 then AmqpReader.Null
    else
      left -= 1
      at += 1
      Bytes.unsigned(bytes, at - 1)

  /** @return -1: missing */
  def uint(): Long = next() match
    case AmqpReader.Null => -1
    case 0x43 => 0
    case 0x52 =>
      at += 1
      Bytes.unsigned(bytes, at - 1)
    case 0x70 =>
      at += 4
      Bytes.intAt(bytes, at - 4) & 0xffffffffL
    case other => throw IllegalStateException(s"$other is no unsigned integer")

  /** @return false if it is missing */
  def flag(): Boolean = next() match
    case AmqpReader.Null | 0x42 => false
    case 0x41 => true
    case 0x56 =>
      at += 1
      bytes(at - 1) != 0
    case other => throw IllegalStateException(s"$other is no boolean")

  /** Passes one field. */
  def skip(): Unit = if left > 0 then
    left -= 1
    pass()

  /** A delivery's state, or how it ended within a transaction. @return its number; 0: missing */
  def state(): Int =
    transaction = -1
    if left == 0 then 0
    else
      left -= 1
      val start = at
      val code = if bytes(at) != 0 then 0 else descriptor()
      if code == Amqp.Transactional then
        enter()
        if left > 0 && bytes(at) == AmqpReader.Binary8 && bytes(at + 1) == 8 then
          transaction = Bytes.longAt(bytes, at + 2)
        left = 0
      at = start
      pass()
      code

  /** Goes behind the value that begins here. */
  def pass(): Unit =
    val code = Bytes.unsigned(bytes, at)
    at += 1
    code >> 4 match
      case 0 =>
        pass()
        pass()
      case 4 => ()
      case 5 => at += 1
      case 6 => at += 2
      case 7 => at += 4
      case 8 => at += 8
      case 9 => at += 16
      case 0xa | 0xc | 0xe => at += 1 + Bytes.unsigned(bytes, at)
      case 0xb | 0xd | 0xf => at += 4 + Bytes.intAt(bytes, at)
      case _ => throw IllegalStateException(s"$code is no type")

private object AmqpReader:
  private val Null = 0x40
  private val SmallUlong = 0x53.toByte
  private val List0 = 0x45.toByte
  private val List8 = 0xc0.toByte
  private val List32 = 0xd0.toByte
  private val Binary8 = 0xa0.toByte
