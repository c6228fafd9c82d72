package shootout.queue

import shootout.driver.{Lacks, Stamp}

/** Why queue systems, or their drivers, lack what a load may ask for. */
private[queue] object QueueLacks:
  /** Of all of them; a system's own reason goes first. */
  val common: Lacks =
    Lacks.all("request_reply", "temporary_queue")("this driver has no addresses to reply to") ++
      Lacks(
        "message_map" -> "this driver sends bytes, which have no entries",
        "small_body" -> s"this driver keeps its stamp of ${Stamp.Bytes} B in the body"
      ) ++
      noTransactions("this driver sends no transactions")

  /** Of those that send nothing but plain bytes, see [[shootout.driver.FormedBody]]. */
  val forms: Lacks =
    Lacks.all("message_text", "message_object", "message_externalizable")("this driver sends bytes") ++
      Lacks("price_update" -> "this driver sends filler only")

  /** Of those that give the messages of a group to anybody, or would only with queues of another kind. */
  val groups: Lacks = Lacks("message_groups" -> "this driver sends messages of no group")

  def noTransactions(because: String): Lacks =
    Lacks.all("transaction", "rollback_send", "rollback_receive")(because)

  def noTopics(because: String): Lacks =
    Lacks.all("topic", "unsubscribed_topic", "leaving_subscriber", "durable", "shared", "shared_durable")(because)

  /** Messages that need not be kept would be, and would be measured as if they were not. */
  def keepsAll(because: String): Lacks = Lacks.all("non_persistent", "confirm_non_persistent")(because)

  def noPrefetch(because: String): Lacks = Lacks.all("prefetch", "prefetch_auto", "prefetch_any_size")(because)

  def noSelectors(because: String): Lacks =
    Lacks.all("selector", "selector_queue", "subscription_headers")(because)
