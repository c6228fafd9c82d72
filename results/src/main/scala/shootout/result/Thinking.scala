package shootout.result

import shootout.units.Json

/** Which clients wait for a declared time between a message and the next. */
enum Thinking:
  case Nobody

  /** Some producers, or some consumers, beside others that do not. */
  case Some

  /** All producers, or all consumers: the rate is the load's, whatever the broker can do. */
  case Side

  /** In files. */
  def word: String = Json.snake(toString)

object Thinking:
  given Json.ReadWriter[Thinking] = Json.wordCodec(Thinking.values)

  private lazy val byWord = values.map(one => one.word -> one).toMap

  /** None: newer tools know more of them. */
  def of(word: String): Option[Thinking] = byWord.get(word)
