package shootout.record

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.util.Base64
import java.util.zip.{Deflater, DeflaterOutputStream, InflaterOutputStream}

/** Words of 64 bits as text that fits into JSON: big endian, deflated (RFC 1950), base64. Long runs of the same bits, and bits that
  * alternate, take next to nothing.
  */
private[record] object PackedBits:
  /** Empty for no words. */
  def pack(words: Array[Long]): String =
    if words.isEmpty then ""
    else
      val bytes = ByteBuffer.allocate(words.length * java.lang.Long.BYTES)
      words.foreach(bytes.putLong(_))
      val packed = ByteArrayOutputStream()
      val deflater = Deflater(Deflater.BEST_SPEED)
      val out = DeflaterOutputStream(packed, deflater)
      out.write(bytes.array)
      out.close()
      deflater.end()
      Base64.getEncoder.encodeToString(packed.toByteArray)

  def unpack(text: String): Array[Long] =
    if text.isEmpty then Array.empty
    else
      val unpacked = ByteArrayOutputStream()
      val out = InflaterOutputStream(unpacked)
      out.write(Base64.getDecoder.decode(text))
      out.close()
      val words = ByteBuffer.wrap(unpacked.toByteArray).asLongBuffer
      Array.fill(words.remaining)(words.get())
