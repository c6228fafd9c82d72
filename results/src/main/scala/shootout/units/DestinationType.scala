package shootout.units

/** Where messages are sent to: each goes to one consumer, or to all subscribers. */
enum DestinationType:
  case Queue, Topic

  /** In files. */
  def word: String = Json.snake(toString)

object DestinationType:
  given Json.ReadWriter[DestinationType] = Json.wordCodec(DestinationType.values)

  private lazy val byWord = values.map(one => one.word -> one).toMap

  /** None: newer tools know more of them. */
  def of(word: String): Option[DestinationType] = byWord.get(word)
