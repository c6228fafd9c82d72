package shootout.stomp.nullbroker

import shootout.stomp.{Frame, Headers, Outbox, Version}

import java.nio.ByteBuffer
import java.nio.channels.WritableByteChannel
import java.nio.charset.StandardCharsets.UTF_8

/** What one client asked for, and what it gets: receipts, messages, its own requests as replies.
  *
  * @param number
  *   of the connection
  * @param wake
  *   there is something to write
  */
private[nullbroker] final class Desk(number: Int, hall: Hall, outbox: Outbox, wake: () => Unit):
  private var version = Version.V10
  private var feeds = Vector.empty[Feed]
  private var turn = 0
  private var currentOrNull: Feed | Null = null
  private var returnsOrNull: Returns | Null = null

  /** The client has said good-bye, or was refused: the connection ends when all is written. */
  var left = false

  /** Whether there will always be something to write. */
  def endless: Boolean = feeds.nonEmpty

  /** @param frame command and headers */
  def command(frame: (String, Map[String, String])): Unit =
    val (command, headers) = frame
    command match
      case "CONNECT" | "STOMP" => connected(headers)
      case "SUBSCRIBE" => subscribe(headers("destination"), headers.getOrElse("id", "0"), headers.get(Desk.BodyBytes))
      case "UNSUBSCRIBE" => feeds = feeds.filterNot(feed => headers.get("id").forall(_ == feed.subscription))
      case "DISCONNECT" =>
        feeds = Vector.empty
        left = true
      case "SEND" | "ACK" | "NACK" | "BEGIN" | "COMMIT" | "ABORT" => ()
      case unknown => refuse(s"unknown command '${unknown.take(20)}'")
    for id <- headers.get("receipt") if command != "CONNECT" do
      val bytes = id.getBytes(UTF_8)
      confirm(bytes, bytes.length)

  private def connected(headers: Map[String, String]): Unit =
    val offered = headers.get("accept-version").toList.flatMap(_.split(',')).flatMap(text => Version.of(text.trim))
    version = offered.maxByOption(_.ordinal).getOrElse(Version.V10)
    say("CONNECTED", List("version" -> version.text, "session" -> number.toString, "heart-beat" -> "0,0"))

  private def subscribe(destination: String, id: String, bodyBytes: Option[String]): Unit =
    def feed(bytes: Int): Unit = if !left then
      feeds :+= Feed(id, destination, number, version, bytes)
      wake()
    if Desk.replies.matches(destination) then returnsOrNull = Returns(id, destination)
    else
      bodyBytes.flatMap(_.toIntOption) match
        case Some(bytes) => feed(bytes)
        case None => hall.whenSized(destination)(feed)

  /** Says what is wrong; the connection ends then (STOMP 1.2, "ERROR"). */
  def refuse(why: String): Unit =
    say("ERROR", List("message" -> why))
    feeds = Vector.empty
    left = true

  private def say(command: String, headers: Headers): Unit = outbox.add(Frame.bytes(command, headers, version))

  /** Answers a `receipt` header, with the very bytes of its value. */
  def confirm(id: Array[Byte], length: Int): Unit =
    outbox.add(Desk.Receipt)
    outbox.add(id, 0, length)
    outbox.add(Desk.End)

  // ---- a requester's own messages, returned as replies

  /** A message with such a body begins. */
  def returnHead(bodyBytes: Int): Unit =
    val returns = returnsOrNull
    if returns != null then returns.head(bodyBytes)

  /** Some bytes of a body, or the NUL behind it. */
  def returnBody(in: ByteBuffer, at: Int, size: Int): Unit =
    val returns = returnsOrNull
    if returns != null then returns.body(in, at, size)

  private final class Returns(subscription: String, destination: String):
    private var count = 0L
    private var scratch = new Array[Byte](1024)

    def head(bodyBytes: Int): Unit =
      count += 1
      outbox.add(Feed.head(subscription, destination, s"$number-$count", version, bodyBytes))

    def body(in: ByteBuffer, at: Int, size: Int): Unit =
      if scratch.length < size then scratch = new Array[Byte](size * 2)
      in.get(at, scratch, 0, size)
      outbox.add(scratch, 0, size)

  // ---- messages

  /** Whether messages wait to be written. */
  def pending: Boolean = currentOrNull != null && currentOrNull.nn.pending

  /** Makes more messages, if any are wanted; only when none is pending. */
  def fill(): Boolean =
    if endless then
      turn = (turn + 1) % feeds.size
      currentOrNull = feeds(turn)
      currentOrNull.nn.fill()
    endless

  def write(channel: WritableByteChannel): Unit = currentOrNull.nn.write(channel)

private object Desk:
  /** A header of SUBSCRIBE that says how large the messages shall be, for who subscribes where nobody sends. */
  private val BodyBytes = "body-bytes"

  /** As the engine names the queue on which a client gets the replies to its requests. */
  private val replies = ".*_reply_\\d+".r
  private val Receipt = "RECEIPT\nreceipt-id:".getBytes(UTF_8)
  private val End = "\n\n\u0000".getBytes(UTF_8)
