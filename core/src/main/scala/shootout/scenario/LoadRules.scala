package shootout.scenario

import shootout.input.Problems

/** What no broker could do, though each setting by itself is allowed. */
private[scenario] object LoadRules:
  def check(load: Load, problems: Problems): Unit =
    def problem(message: String) = problems.add(load.at, message)
    if !load.parts.exists(_.producers.nonEmpty) then
      problem("nothing sends a message; write producers" + (if load.parts.size > 1 then " in at least one phase"
                                                            else ""))
    else if load.parts.head.producers.isEmpty then
      problem("the first phase has no producers, so there would be nothing to consume; begin with a phase that sends")
    for part <- load.parts do checkPart(load.destinations, part, problem)

  private def checkPart(destinations: Destinations, part: Part, problem: String => Unit): Unit =
    val where = part.phase.fold("")(name => s"phase '$name': ")
    val topic = destinations.kind == DestinationType.Topic
    val producers = part.producers.map(_.count).sum
    if part.producers.isEmpty && part.consumers.isEmpty then
      problem(s"${where}there are neither producers nor consumers")
    if producers > 0 && producers < destinations.count then
      problem(
        s"$where$producers producers cannot send to ${destinations.count} destinations (each sends to one); " +
          "write at least as many producers as destinations"
      )
    if !topic && part.consumers.exists(_.durable) then
      problem(s"${where}only a topic has durable subscriptions; write type: topic, or no durable")
    checkRequests(topic, part, message => problem(where + message))

  private def checkRequests(topic: Boolean, part: Part, problem: String => Unit): Unit =
    val asking = part.producers.exists(_.requests)
    val answering = part.consumers.exists(_.replies)
    if asking && topic then problem("requests need a queue, where each has one reader; write type: queue")
    if asking && !part.consumers.forall(_.replies) || asking && part.consumers.isEmpty then
      problem("requests that reach consumers without replies stay unanswered; write replies: true for all consumers")
    if answering && !part.producers.forall(_.requests) || answering && part.producers.isEmpty then
      problem("replies answer requests only; write requests: true for all producers, or no replies")
