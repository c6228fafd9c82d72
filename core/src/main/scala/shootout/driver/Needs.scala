package shootout.driver

import shootout.scenario.{Ack, Cell, Confirm, Content, DestinationType, MessageForm, Varying, Window}
import shootout.units.Json

/** What a cell asks of a protocol and a broker: the words that stand below `cannot:` in a `broker.yaml`. */
object Needs:
  /** Each word with what it takes for a cell to need it, the most general ones first. */
  private val questions: List[(String, Cell => Boolean)] = List[(String, Cell => Boolean)](
    "queue" -> (!onTopic(_)),
    "topic" -> onTopic,
    "unsubscribed_topic" -> (cell => onTopic(cell) && cell.consumers.isEmpty),
    "leaving_subscriber" -> (cell =>
      onTopic(cell) && cell.consumers.exists(c => c.messagesPerConnection.isDefined && !c.durable)
    ),
    "persistent" -> (_.producers.exists(_.persistent)),
    "request_reply" -> (_.producers.exists(_.requests)),
    "temporary_queue" -> (_.producers.exists(_.temporaryReplies)),
    "durable" -> (_.consumers.exists(_.durable)),
    "shared" -> (_.consumers.exists(c => c.shared && !c.durable)),
    "shared_durable" -> (_.consumers.exists(c => c.shared && c.durable)),
    "listener" -> (_.consumers.exists(_.listener)),
    "listener_transaction" -> (_.consumers.exists(c => c.listener && c.ack == Ack.Transacted)),
    "selector" -> (_.consumers.exists(_.selector.isDefined)),
    "subscription_headers" -> (_.consumers.exists(_.headers.nonEmpty)),
    "selector_queue" -> (cell => !onTopic(cell) && cell.consumers.exists(_.selector.isDefined)),
    "prefetch" -> (_.consumers.exists(_.insistsOnPrefetch)),
    "prefetch_auto" -> (_.consumers.exists(c => c.insistsOnPrefetch && c.ack == Ack.Auto)),
    "prefetch_any_size" -> (cell => cell.consumers.exists(_.insistsOnPrefetch) && !isEven(cell)),
    "priority" -> (_.producers.exists(_.message.priority.isDefined)),
    "transaction" -> (cell =>
      cell.producers.exists(_.transactions.isDefined) || cell.consumers.exists(_.ack == Ack.Transacted)
    ),
    "persistent_transaction" -> (_.producers.exists(p => p.persistent && p.transactions.isDefined)),
    "rollback_send" -> (_.producers.exists(_.transactions.exists(_.rollbackEvery.isDefined))),
    "rollback_receive" -> (_.consumers.exists(_.rollbackEvery.isDefined)),
    "async_send" -> (_.producers.exists(p =>
      p.confirm == Confirm.Receipt && p.transactions.isEmpty && p.window != Window.Of(1)
    )),
    "confirm_non_persistent" -> (_.producers.exists(p =>
      p.confirm == Confirm.Receipt && !p.persistent && p.transactions.isEmpty
    )),
    "small_body" -> (_.producers.exists(p => isSmall(p.size) && p.message.content == Content.Filler)),
    "price_update" -> (_.producers.exists(_.message.content == Content.PriceUpdate))
  ) ++ acknowledgements ++ forms

  private def acknowledgements: List[(String, Cell => Boolean)] =
    List(Ack.Client, Ack.Individual, Ack.DupsOk).map(mode =>
      s"ack_${Json.snake(mode.toString)}" -> ((cell: Cell) => cell.consumers.exists(_.ack == mode))
    )

  private def forms: List[(String, Cell => Boolean)] =
    MessageForm.values.toList.filter(_ != MessageForm.Bytes).map(form =>
      s"message_${Json.snake(form.toString)}" -> ((cell: Cell) => cell.producers.exists(_.message.form == form))
    )

  /** All words that there are. */
  val words: List[String] = questions.map(_._1)

  /** The capabilities that the cell needs, the most general ones first. */
  def of(cell: Cell): List[String] = questions.collect { case (word, needed) if needed(cell) => word }

  private def onTopic(cell: Cell): Boolean = cell.destinations.kind == DestinationType.Topic

  /** Whether a broker that counts bytes can be told how many of its messages that is: all are one plain body of the same size. */
  private def isEven(cell: Cell): Boolean = cell.messageSize.isDefined && cell.producers.forall { p =>
    val plain = p.message.form == MessageForm.Bytes && p.message.content == Content.Filler && p.message.priority.isEmpty
    plain && p.headers.isEmpty && !isSmall(p.size)
  }

  private def isSmall(size: Varying): Boolean = size match
    case Varying.Constant(bytes) => bytes < Stamp.Bytes
    case _ => false
