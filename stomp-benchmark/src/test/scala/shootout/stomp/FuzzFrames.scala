package shootout.stomp

import java.io.IOException

/** Any bytes are frames or an IOException, in any pieces. A target of `FuzzFramesSuite` and `e2e/fuzz.sh`. */
object FuzzFrames:
  private val Whole = 1 << 20

  def fuzzerTestOneInput(bytes: Array[Byte]): Unit =
    val all = frames(bytes, Iterator.continually(Whole))
    // the input chooses the sizes
    val sizes = Iterator.continually(bytes.iterator.map(byte => 1 + (byte & 31))).flatten
    val pieces = frames(bytes, sizes)
    (all, pieces) match
      case (Right(whole), Right(cut)) if whole != cut =>
        throw AssertionError(s"in pieces these are other frames: $cut instead of $whole")
      case _ => ()

  private def frames(bytes: Array[Byte], sizes: Iterator[Int]): Either[IOException, List[String]] =
    val reader = FrameReader()
    reader.acknowledgeBy(Subscription.ackHeader(Version.V12))
    val notes = Notes(reader)
    val channel = Pieces(bytes, sizes)
    try
      while !channel.done do
        reader.fill(channel)
        reader.parse(notes)
      Right(notes.all)
    catch case e: IOException => Left(e)
    finally reader.release()
