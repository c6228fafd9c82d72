package shootout.jms.nullpeer

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.activemq.command.CommandTypes.{ACTIVEMQ_TEMP_TOPIC, ACTIVEMQ_TOPIC}

/** Walks over OpenWire's loose encoding, version 12, without its cache: objects may be missing, which one byte says. */
private final class Loose:
  private var bytes = Array.emptyByteArray
  var at = 0

  def begin(from: Array[Byte], position: Int): Unit =
    bytes = from
    at = position

  def byte(): Int =
    at += 1
    bytes(at - 1)

  def int(): Int =
    at += 4
    Bytes.intAt(bytes, at - 4)

  private def long(): Long =
    at += 8
    Bytes.longAt(bytes, at - 8)

  private def present(): Boolean = byte() != 0

  private def skipText(): Unit = if present() then at += 2 + Bytes.shortAt(bytes, at)

  private def text(): String =
    if !present() then ""
    else
      val length = Bytes.shortAt(bytes, at)
      at += 2 + length
      String(bytes, at - length, length, UTF_8)

  def skipProducerId(): Unit = if present() then
    at += 1
    skipText()
    at += 16

  def skipDestination(): Unit = if present() then
    at += 1
    skipText()

  def destination(destinations: Destinations): Destination =
    if !present() then throw IllegalStateException("a message without a destination")
    val kind = byte()
    if kind == ACTIVEMQ_TOPIC || kind == ACTIVEMQ_TEMP_TOPIC then destinations.topic(text())
    else destinations.queue(text())

  /** @return the number of a local transaction, which its connection gave it; -1: none */
  def transaction(): Long =
    if !present() then -1
    else
      at += 1
      val value = long()
      if present() then
        at += 1
        skipText()
      value

  /** @return see [[Loose.key]] */
  def consumerKey(): Long =
    if !present() then -1
    else
      at += 1
      skipText()
      val session = long()
      Loose.key(session, long())

  def skipMessageId(): Unit = if present() then
    at += 1
    // a text of its own, the producer, and two numbers
    skipText()
    skipProducerId()
    at += 16

private object Loose:
  /** Type, number of the command, and whether it wants a response. */
  val CommandBytes = 6

  private val ConsumerBits = 32

  /** Tells the consumers of a connection apart. A connection's own consumers have session -1. */
  def key(session: Long, consumer: Long): Long = (session << ConsumerBits) | (consumer & 0xffffffffL)
  def session(key: Long): Long = key >> ConsumerBits
