package shootout.queue.sqs

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.Base64

/** Bodies as SQS carries them: as text, and so in Base64. */
private[sqs] object SqsBody:
  private val encoder = Base64.getEncoder
  private val decoder = Base64.getDecoder
  private val BytesIn = 3
  private val CharactersOut = 4

  def text(body: Array[Byte]): String = encoder.encodeToString(body)

  /** What is no Base64 is given as it came: whoever looks at it sees that it is damaged. */
  def bytes(text: String): Array[Byte] =
    try decoder.decode(text)
    catch case _: IllegalArgumentException => text.getBytes(ISO_8859_1)

  /** Characters of a body of so many bytes. */
  def characters(bytes: Int): Int = (bytes + BytesIn - 1) / BytesIn * CharactersOut

  /** The largest body of which the text has so many characters at most. */
  def bytesIn(characters: Int): Int = characters / CharactersOut * BytesIn
