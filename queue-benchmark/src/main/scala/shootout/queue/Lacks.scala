package shootout.queue

import shootout.driver.Stamp

/** Why queue systems, or their drivers, lack what a load may ask for: the words below `cannot:`, each with its reason. */
private[queue] object Lacks:
  private def all(words: String*)(because: String): Map[String, String] = words.map(_ -> because).toMap

  /** Of all of them; a system's own reason goes first. */
  val common: Map[String, String] =
    all("request_reply", "temporary_queue")("this driver has no addresses to reply to") ++
      all("message_map")("this driver sends bytes, which have no entries") +
      ("small_body" -> s"this driver keeps its stamp of ${Stamp.Bytes} B in the body") ++
      noTransactions("this driver sends no transactions")

  /** Of those that send nothing but plain bytes, see [[shootout.driver.FormedBody]]. */
  val forms: Map[String, String] =
    all("message_text", "message_object", "message_externalizable")("this driver sends bytes") +
      ("price_update" -> "this driver sends filler only")

  /** Of those that give the messages of a group to anybody, or would only with queues of another kind. */
  val groups: Map[String, String] = Map("message_groups" -> "this driver sends messages of no group")

  def noTransactions(because: String): Map[String, String] =
    all("transaction", "rollback_send", "rollback_receive")(because)

  def noTopics(because: String): Map[String, String] =
    all("topic", "unsubscribed_topic", "leaving_subscriber", "durable", "shared", "shared_durable")(because)

  /** Messages that need not be kept would be, and would be measured as if they were not. */
  def keepsAll(because: String): Map[String, String] = all("non_persistent", "confirm_non_persistent")(because)

  def noPrefetch(because: String): Map[String, String] = all("prefetch", "prefetch_auto", "prefetch_any_size")(because)

  def noSelectors(because: String): Map[String, String] =
    all("selector", "selector_queue", "subscription_headers")(because)
