package shootout.driver

import shootout.scenario.{Ack, Cell, Confirm, Content, DestinationType, MessageForm, Varying, Window}
import shootout.units.Json

/** What a cell asks of a protocol and a broker: the words that stand below `cannot:` in a `broker.yaml`. */
object Needs:
  /** The capabilities that the cell needs, the most general ones first. */
  def of(cell: Cell): List[String] =
    val topic = cell.destinations.kind == DestinationType.Topic
    val producers = cell.producers
    val consumers = cell.consumers
    val asked = List(
      "queue" -> !topic,
      "topic" -> topic,
      "unsubscribed_topic" -> (topic && consumers.isEmpty),
      "persistent" -> producers.exists(_.persistent),
      "request_reply" -> producers.exists(_.requests),
      "temporary_queue" -> producers.exists(_.temporaryReplies),
      "durable" -> consumers.exists(_.durable),
      "shared" -> consumers.exists(c => c.shared && !c.durable),
      "shared_durable" -> consumers.exists(c => c.shared && c.durable),
      "listener" -> consumers.exists(_.listener),
      "listener_transaction" -> consumers.exists(c => c.listener && c.ack == Ack.Transacted),
      "selector" -> consumers.exists(_.selector.isDefined),
      "subscription_headers" -> consumers.exists(_.headers.nonEmpty),
      "selector_queue" -> (!topic && consumers.exists(_.selector.isDefined)),
      "prefetch" -> consumers.exists(_.prefetch.isDefined),
      "priority" -> producers.exists(_.message.priority.isDefined),
      "transaction" -> (producers.exists(_.transactions.isDefined) || consumers.exists(_.ack == Ack.Transacted)),
      "rollback_send" -> producers.exists(_.transactions.exists(_.rollbackEvery.isDefined)),
      "rollback_receive" -> consumers.exists(_.rollbackEvery.isDefined),
      "async_send" -> producers.exists(p =>
        p.confirm == Confirm.Receipt && p.transactions.isEmpty && p.window != Window.Of(1)
      ),
      "confirm_non_persistent" -> producers.exists(p =>
        p.confirm == Confirm.Receipt && !p.persistent && p.transactions.isEmpty
      ),
      "small_body" -> producers.exists(p => isSmall(p.size) && p.message.content == Content.Filler),
      "price_update" -> producers.exists(_.message.content == Content.PriceUpdate)
    )
    val acknowledgements = consumers.map(_.ack).distinct.collect {
      case mode @ (Ack.Client | Ack.Individual | Ack.DupsOk) => s"ack_${Json.snake(mode.toString)}"
    }
    val forms = producers.map(_.message.form).distinct.filter(_ != MessageForm.Bytes).map(f =>
      s"message_${Json.snake(f.toString)}"
    )
    asked.collect { case (need, true) => need } ++ acknowledgements ++ forms

  private def isSmall(size: Varying): Boolean = size match
    case Varying.Constant(bytes) => bytes < Stamp.Bytes
    case _ => false
