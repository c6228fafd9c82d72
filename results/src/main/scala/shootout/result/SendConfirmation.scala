package shootout.result

import shootout.units.Json

/** What tells a producer that the broker has what it sent. */
enum SendConfirmation:
  case None

  /** For each message. */
  case Receipt

  /** For each transaction. */
  case Commit

  /** In files. */
  def word: String = Json.snake(toString)

object SendConfirmation:
  given Json.ReadWriter[SendConfirmation] = Json.wordCodec(SendConfirmation.values)

  private lazy val byWord = values.map(one => one.word -> one).toMap

  /** None: newer tools know more of them. */
  def of(word: String): Option[SendConfirmation] = byWord.get(word)
