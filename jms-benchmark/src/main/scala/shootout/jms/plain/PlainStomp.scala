package shootout.jms.plain

import shootout.driver.ClientOrder

import java.io.{BufferedOutputStream, EOFException}
import java.net.Socket
import java.nio.charset.StandardCharsets.US_ASCII
import java.util.concurrent.{Semaphore, TimeUnit}

/** STOMP over blocking sockets. It writes one frame over and over, and parses frames just enough to count them. */
private final class PlainStomp(order: ClientOrder, tally: Tally) extends PlainLibrary:
  private val load = order.load
  private val destination = "destination" -> (order.prefix + order.destination)
  def producer(): PlainClient = Producer()
  def consumer(): PlainClient = Consumer()

  private final class Consumer extends PlainClient:
    private val connection = PlainConnection(order)

    def start(): Unit =
      val subscribed = List(destination, "id" -> "1", "ack" -> "auto", "receipt" -> "subscribed")
      connection.write(PlainConnection.frame("SUBSCRIBE", subscribed ++ order.subscribeHeaders, 0))
      connection.flush()
      // messages that were sent before may come first
      while take() != "RECEIPT" do ()
      tally.thread("plain-consumer", tally.receiving)(while tally.receiving do take())

    private def take(): String =
      val command = connection.read()
      if command == "MESSAGE" then tally.take(connection.bodyBytes == load.bytes)
      command

    /** Cuts the connection, because its thread may wait forever for a message. */
    def ended(millis: Long): Boolean =
      cut()
      true

    def cut(): Unit = connection.close()

  private final class Producer extends PlainClient:
    private val connection = PlainConnection(order)
    private val permits = Semaphore(math.max(1, load.window))
    private val closed = Semaphore(0)

    def start(): Unit =
      // this thread reads the receipts of messages, and that of the good-bye
      tally.thread("plain-receipts", tally.sending) {
        while true do
          if connection.read() == "RECEIPT" then (if connection.saidGoodBye then closed else permits).release()
      }
      val receipt = List("receipt" -> "1").filter(_ => load.window > 0)
      val send = PlainConnection.frame("SEND", destination :: receipt ++ order.sendHeaders, load.bytes)
      tally.thread("plain-producer", goesOn = true) {
        while tally.sending do
          if load.window > 0 && !permits.tryAcquire() then
            // what is buffered goes out before the thread waits
            connection.flush()
            permits.acquire()
          connection.write(send)
          tally.sent.increment()
        connection.write(PlainConnection.frame("DISCONNECT", List("receipt" -> PlainConnection.GoodBye), 0))
        connection.flush()
      }: Unit

    def ended(millis: Long): Boolean = closed.tryAcquire(millis, TimeUnit.MILLISECONDS)
    def cut(): Unit = connection.close()

/** A connection, which is open from the start. */
private final class PlainConnection(order: ClientOrder):
  private val socket = Socket(order.host, order.port)
  socket.setTcpNoDelay(true)
  private val out = BufferedOutputStream(socket.getOutputStream, PlainConnection.BufferBytes)
  private val in = socket.getInputStream
  private val buffer = new Array[Byte](PlainConnection.BufferBytes)
  private var at = 0
  private var filled = 0
  private val line = new Array[Byte](PlainConnection.BufferBytes)

  /** Bytes of the latest frame's body. */
  var bodyBytes = 0
  var saidGoodBye = false

  locally {
    val login = List("host" -> order.host, "login" -> order.login, "passcode" -> order.passcode)
    write(PlainConnection.frame("CONNECT", ("accept-version" -> "1.0,1.1,1.2") :: login, 0))
    flush()
    val _ = read()
  }

  def write(bytes: Array[Byte]): Unit = out.write(bytes)
  def flush(): Unit = out.flush()
  def close(): Unit = socket.close()

  /** Reads the next frame and returns its command.
    *
    * @throws IllegalStateException
    *   if the frame is an ERROR; the message contains its head
    */
  def read(): String =
    // empty lines between frames are heart-beats
    var length = readLine()
    while length == 0 do length = readLine()
    val command = text(length)
    var head = ""
    bodyBytes = -1
    saidGoodBye = false
    length = readLine()
    while length > 0 do
      if starts(length, PlainConnection.LengthHeader) then
        bodyBytes = text(length).drop(PlainConnection.LengthHeader.length).trim.toInt
      else if command == "RECEIPT" then saidGoodBye |= text(length).endsWith(PlainConnection.GoodBye)
      else if command == "ERROR" then head += text(length) + "; "
      length = readLine()
    skipBody()
    if command == "ERROR" then throw IllegalStateException(s"the broker answered ERROR: $head")
    command

  private def readLine(): Int =
    var length = 0
    var byte = next()
    while byte != '\n' do
      line(length) = byte.toByte
      length += 1
      byte = next()
    if length > 0 && line(length - 1) == '\r' then length - 1 else length

  private def skipBody(): Unit =
    if bodyBytes >= 0 then
      var rest = bodyBytes + 1
      while rest > 0 do
        if at == filled then fill()
        val skipped = math.min(rest, filled - at)
        at += skipped
        rest -= skipped
    else
      bodyBytes = 0
      while next() != 0 do bodyBytes += 1

  private def next(): Int =
    if at == filled then fill()
    at += 1
    buffer(at - 1)

  private def fill(): Unit =
    filled = in.read(buffer)
    at = 0
    if filled < 0 then throw EOFException("the broker has closed the connection")

  private def starts(length: Int, with_ : String): Boolean =
    var i = 0
    while i < with_.length && i < length && line(i) == with_.charAt(i) do i += 1
    i == with_.length

  private def text(length: Int): String = String(line, 0, length, US_ASCII)

private object PlainConnection:
  val GoodBye = "good-bye"
  private val BufferBytes = 64 * 1024
  private val LengthHeader = "content-length:"

  def frame(command: String, headers: List[(String, String)], bodyBytes: Int): Array[Byte] =
    val length = List("content-length" -> bodyBytes.toString).filter(_ => bodyBytes > 0)
    val lines = (headers ++ length).map((name, value) => s"$name:$value\n").mkString
    s"$command\n$lines\n${"x" * bodyBytes}\u0000".getBytes(US_ASCII)
