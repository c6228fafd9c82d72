package shootout.stomp

import java.io.IOException

/** How much may come of a frame before its end: whoever says more speaks no STOMP, and shall not have the memory of the load. */
private object FrameLimits:
  /** Brokers themselves take headers of some KiB. */
  private val HeadBytes = 64 * 1024

  /** Of CONNECTED, RECEIPT and ERROR: in the last, brokers on a JVM put the whole trace. */
  private val BodyBytes = 1024 * 1024

  /** @param bytes
    *   of command and headers, that have not ended
    * @throws IOException
    *   if that is too much
    */
  def head(bytes: Int): Unit = if bytes > HeadBytes then
    throw IOException(s"a frame whose headers do not end within ${HeadBytes / 1024} KiB: is that a STOMP broker?")

  /** @param bytes
    *   of the body of a frame, that has not ended
    * @throws IOException
    *   if that is too much
    */
  def body(bytes: Int, isMessage: Boolean): Unit =
    val most = if isMessage then ContentLength.LargestBody else BodyBytes
    if bytes > most then
      val what = if isMessage then "MESSAGE" else "frame that is no MESSAGE"
      throw IOException(s"a $what whose body does not end within ${most / 1024} KiB: is that a STOMP broker?")
