package shootout.jms.plain

import shootout.driver.ClientOrder
import java.io.{BufferedOutputStream, ByteArrayOutputStream, EOFException}
import java.net.Socket
import java.nio.charset.StandardCharsets.US_ASCII
import java.util.concurrent.{Semaphore, TimeUnit}

/** STOMP by blocking sockets: one frame that is written over and over, and frames that are taken apart just enough to be
  * counted.
  */
private final class PlainStomp(order: ClientOrder, tally: Tally) extends PlainLibrary:
  private val destination = "destination" -> (order.prefix + order.destination)

  def producer(): PlainClient = Producer()
  def consumer(): PlainClient = Consumer()

  private final class Consumer extends PlainClient:
    private val connection = PlainStomp.Connection(order)
    private val count = tally.receiver()

    def start(): Unit =
      val subscribed =
        List(destination, "id" -> "1", "ack" -> "auto", "receipt" -> "subscribed") ++ order.subscribeHeaders
      connection.write(PlainStomp.frame("SUBSCRIBE", subscribed, 0))
      connection.out.flush()
      // what is sent already may come first
      while take() != "RECEIPT" do ()
      tally.thread("plain-consumer", tally.receiving)(while tally.receiving do take())

    private def take(): String =
      val command = connection.read()
      if command == "MESSAGE" then count.one(connection.bodyBytes == order.bytes)
      command

    def end(deadline: Long): Unit = cut()
    def cut(): Unit = connection.close()

  private final class Producer extends PlainClient:
    private val connection = PlainStomp.Connection(order)
    private val count = tally.sender()
    private val permits = Semaphore(math.max(1, order.window))
    private val closed = Semaphore(0)
    private var thread: Thread | Null = null

    def start(): Unit =
      if order.window > 0 then tally.thread("plain-receipts", tally.sending)(takeReceipts())
      val receipt = List("receipt" -> "1").filter(_ => order.window > 0)
      val send = PlainStomp.frame("SEND", destination :: receipt ++ order.sendHeaders, order.bytes)
      thread = tally.thread("plain-producer", goesOn = true) {
        while tally.sending do
          if order.window > 0 && !permits.tryAcquire() then
            // whoever waits has sent what it has
            connection.out.flush()
            permits.acquire()
          connection.write(send)
          count.one()
        sayGoodBye()
        cut()
      }

    private def takeReceipts(): Unit =
      while true do
        if connection.read() == "RECEIPT" then (if connection.saidGoodBye then closed else permits).release()

    private def sayGoodBye(): Unit =
      connection.write(PlainStomp.frame("DISCONNECT", List("receipt" -> PlainStomp.GoodBye), 0))
      connection.out.flush()
      // nobody reads where no receipts are asked for
      if order.window > 0 then closed.tryAcquire(PlainStomp.EndMs, TimeUnit.MILLISECONDS)
      else while connection.read() != "RECEIPT" do ()

    def end(deadline: Long): Unit =
      if !PlainClient.joined(thread, deadline) then
        tally.failure = tally.failure.orElse(Some(PlainClient.late("producer")))
        cut()

    def cut(): Unit = connection.close()

private object PlainStomp:
  private val EndMs = 5000L
  private val GoodBye = "good-bye"
  private val BufferBytes = 64 * 1024
  private val LengthHeader = "content-length:"

  def frame(command: String, headers: List[(String, String)], bodyBytes: Int): Array[Byte] =
    val length = List("content-length" -> bodyBytes.toString).filter(_ => bodyBytes > 0)
    val lines = (headers ++ length).map((name, value) => s"$name:$value\n").mkString
    val bytes = ByteArrayOutputStream()
    bytes.write(s"$command\n$lines\n".getBytes(US_ASCII))
    bytes.write(Array.fill[Byte](bodyBytes)('x'))
    bytes.write(0)
    bytes.toByteArray

  /** Connected when it is made. */
  final class Connection(order: ClientOrder):
    private val socket = Socket(order.host, order.port)
    socket.setTcpNoDelay(true)
    val out = BufferedOutputStream(socket.getOutputStream, BufferBytes)
    private val in = socket.getInputStream
    private val buffer = new Array[Byte](BufferBytes)
    private var at = 0
    private var filled = 0
    private val line = new Array[Byte](BufferBytes)

    /** Of the latest frame. */
    var bodyBytes = 0
    var saidGoodBye = false

    write(frame(
      "CONNECT",
      List(
        "accept-version" -> "1.0,1.1,1.2",
        "host" -> order.host,
        "login" -> order.login,
        "passcode" -> order.passcode
      ),
      0
    ))
    out.flush()
    locally { val _ = read() }

    def write(bytes: Array[Byte]): Unit = out.write(bytes)
    def close(): Unit = socket.close()

    /** The next frame's command.
      *
      * @throws IllegalStateException
      *   with the frame's head, if it tells of an error
      */
    def read(): String =
      val command = text(firstLine())
      bodyBytes = -1
      saidGoodBye = false
      var head = ""
      var length = readLine()
      while length > 0 do
        if starts(length, LengthHeader) then bodyBytes = text(length).drop(LengthHeader.length).trim.toInt
        else if command == "RECEIPT" then saidGoodBye |= text(length).endsWith(GoodBye)
        else if command == "ERROR" then head += text(length) + "; "
        length = readLine()
      skipBody()
      if command == "ERROR" then throw IllegalStateException(s"the broker said ERROR: $head")
      command

    /** Empty lines between frames are heart-beats. */
    private def firstLine(): Int =
      var length = readLine()
      while length == 0 do length = readLine()
      length

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
      length > with_.length && {
        var i = 0
        while i < with_.length && line(i) == with_.charAt(i) do i += 1
        i == with_.length
      }

    private def text(length: Int): String = String(line, 0, length, US_ASCII)
