package shootout.record

import org.HdrHistogram.Histogram

import java.nio.ByteBuffer
import java.util.Base64

/** Histograms as they stand in files: HdrHistogram V2, compressed, base64. */
object Histograms:
  def pack(histogram: Histogram): String =
    // a buffer that is too short would silently truncate
    val buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity)
    val length = histogram.encodeIntoCompressedByteBuffer(buffer)
    Base64.getEncoder.encodeToString(java.util.Arrays.copyOf(buffer.array, length))

  /** What all of them have recorded. */
  def sum(packed: List[String]): Histogram =
    val sum = LatencyRecorder.histogram()
    for text <- packed do
      sum.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder.decode(text)), 0))
    sum
