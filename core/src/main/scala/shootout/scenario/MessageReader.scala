package shootout.scenario

import shootout.input.{Fields, Problems, Reader}

/** Reads what the messages of a producer are, and how they are bundled. */
private[scenario] object MessageReader:
  private val form = Reader.word(
    "bytes" -> MessageForm.Bytes,
    "text" -> MessageForm.Text,
    "map" -> MessageForm.Map,
    "object" -> MessageForm.Object
  )
  private val content = Reader.word("filler" -> Content.Filler, "price_update" -> Content.PriceUpdate)
  private val priority = Reader.int(0, 9)

  def read(fields: Fields): MessageKind = MessageKind(
    fields.getOrElse("message", form)(MessageForm.Bytes),
    fields.getOrElse("content", content)(Content.Filler),
    fields.option("priority", priority)
  )

  /** A price update has the size that it has. */
  def size(fields: Fields, kind: MessageKind, problems: Problems): Varying = kind.content match
    case Content.Filler =>
      val size = fields.require("size", VaryingReader.size).getOrElse(Varying.Constant(Quantity.StampBytes.toDouble))
      if mayBeTooSmall(size) then
        problems.add(
          ClientGroups.place(fields, "size"),
          s"sizes that vary begin at ${Quantity.StampBytes} B, for the stamp in the body (producer, sequence, send time)"
        )
      size
    case Content.PriceUpdate =>
      val own = Varying.Constant(Content.PriceUpdateBytes.toDouble)
      for written <- fields.option("size", VaryingReader.size) if written != own do
        problems.add(
          ClientGroups.place(fields, "size"),
          s"a price update takes ${Content.PriceUpdateBytes} B; write that, or no size"
        )
      own

  /** A normal distribution is cut off there. */
  private def mayBeTooSmall(size: Varying): Boolean = size match
    case Varying.Uniform(min, _) => min < Quantity.StampBytes
    case Varying.Burst(quiet, busy, _, _) => math.min(quiet, busy) < Quantity.StampBytes
    case Varying.Steps(from) =>
      from.map(_._2).exists {
        case Varying.Constant(bytes) => bytes < Quantity.StampBytes
        case other => mayBeTooSmall(other)
      }
    case _ => false

  /** `transaction: 0` means none, so that an axis may begin with it. */
  def transactions(fields: Fields, problems: Problems): Option[Transactions] =
    val messages = fields.option("transaction", Reader.int(0))
    val rollbackEvery = fields.option("rollback_every", rollback)
    if rollbackEvery.isDefined && messages.isEmpty then
      problems.add(
        ClientGroups.place(fields, "rollback_every"),
        "only transactions are rolled back; write transaction: with the number of messages in each"
      )
    messages.filter(_ > 0).map(Transactions(_, rollbackEvery))

  /** Were it 1, nothing would ever be committed. */
  val rollback: Reader[Int] = Reader.int(2)
