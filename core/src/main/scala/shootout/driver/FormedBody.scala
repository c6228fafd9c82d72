package shootout.driver

import shootout.scenario.{Content, MessageForm, MessageKind}

import java.io.{
  ByteArrayInputStream,
  ByteArrayOutputStream,
  IOException,
  ObjectInputFilter,
  ObjectInputStream,
  ObjectOutputStream
}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.US_ASCII
import scala.util.control.NonFatal

/** Bodies that are more than filler, for protocols that know nothing but bytes:
  *
  * {{{
  * 0..19   stamp, whose length is the declared size
  * 20      form
  * 21..    what the form makes of the content
  * last    0, so that nobody takes it for filler
  * }}}
  */
final class FormedBody(kind: MessageKind) extends Bodies:
  private val isPriceUpdate = kind.content == Content.PriceUpdate
  private var filler: Array[Byte] = Array.emptyByteArray

  def apply(producer: Int, sequence: Long, nanos: Long, bytes: Int): Array[Byte] =
    val formed = if isPriceUpdate then priceUpdate(PriceUpdate.of(sequence, nanos)) else meaningless(bytes)
    val body = new Array[Byte](FormedBody.Overhead + formed.length)
    Stamp.put(ByteBuffer.wrap(body), 0, producer, sequence, nanos, bytes)
    body(Stamp.Bytes) = FormedBody.code(kind)
    System.arraycopy(formed, 0, body, FormedBody.Begin, formed.length)
    body

  private def priceUpdate(update: PriceUpdate): Array[Byte] = kind.form match
    case MessageForm.Text => update.toText.getBytes(US_ASCII)
    case MessageForm.Object => FormedBody.serialised(update)
    case MessageForm.Externalizable => FormedBody.serialised(ExternalPriceUpdate(update))
    case _ => update.toBytes

  private def meaningless(bytes: Int): Array[Byte] =
    if filler.length != bytes then filler = Array.fill(bytes)(Stamp.Filler)
    if kind.form == MessageForm.Object then FormedBody.serialised(filler) else filler

object FormedBody:
  private val Begin = Stamp.Bytes + 1
  private val Overhead = Begin + 1

  /** For a body that is damaged. */
  val Damaged = -1

  private def code(kind: MessageKind): Byte =
    (kind.form.ordinal << 1 | (if kind.content == Content.PriceUpdate then 1 else 0)).toByte

  /** Reads all of a body.
    *
    * @param wholly
    *   all of the filler is looked at, and not only its end
    * @return
    *   its declared size if it is as it was sent, else [[Damaged]]
    */
  def read(body: Array[Byte], wholly: Boolean): Int =
    if body.length < Overhead || body(body.length - 1) != 0 then Damaged
    else
      try
        val code = body(Stamp.Bytes)
        val form = MessageForm.fromOrdinal(code >> 1)
        if (code & 1) == 1 then priceUpdate(body, form) else meaningless(body, form, wholly)
      catch case NonFatal(_) => Damaged

  private def priceUpdate(body: Array[Byte], form: MessageForm): Int =
    val length = body.length - Overhead
    val update = form match
      case MessageForm.Text => PriceUpdate.ofText(String(body, Begin, length, US_ASCII))
      case MessageForm.Object | MessageForm.Externalizable =>
        deserialised(body) match
          case external: ExternalPriceUpdate => external.update
          case other => other.asInstanceOf[PriceUpdate]
      case _ => PriceUpdate.ofBytes(body, Begin, length)
    val right = Stamp.intactAt(body, 0, Content.PriceUpdateBytes) &&
      update == PriceUpdate.of(Stamp.sequenceAt(body, 0), Stamp.nanosAt(body, 0))
    if right then Content.PriceUpdateBytes else Damaged

  private def meaningless(body: Array[Byte], form: MessageForm, wholly: Boolean): Int =
    val filler =
      if form == MessageForm.Object then deserialised(body).asInstanceOf[Array[Byte]]
      else java.util.Arrays.copyOfRange(body, Begin, body.length - 1)
    val last = filler.length - 1
    val right = Stamp.intactAt(body, 0, filler.length) && filler(last) == Stamp.Filler &&
      (!wholly || java.util.Arrays.equals(filler, 0, last, filler, 1, last + 1))
    if right then filler.length else Damaged

  private def serialised(thing: AnyRef): Array[Byte] =
    val bytes = ByteArrayOutputStream(ObjectBytes)
    val out = ObjectOutputStream(bytes)
    out.writeObject(thing)
    out.close()
    bytes.toByteArray

  /** What others sent may be anything: nothing is made but what the benchmark sends. */
  private val ours: ObjectInputFilter = info =>
    val made = info.serialClass
    if made == null || made == classOf[PriceUpdate] || made == classOf[ExternalPriceUpdate] || made == classOf[
        Array[Byte]
      ]
    then ObjectInputFilter.Status.UNDECIDED
    else ObjectInputFilter.Status.REJECTED

  /** @throws java.io.IOException
    *   if it is no object, or another one
    */
  private def deserialised(body: Array[Byte]): AnyRef =
    val in = ObjectInputStream(ByteArrayInputStream(body, Begin, body.length - Overhead))
    in.setObjectInputFilter(ours)
    val read = in.readObject()
    if read == null then throw IOException("nothing was sent") else read

  /** A serialised price update takes no more. */
  private val ObjectBytes = 256
