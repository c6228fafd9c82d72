package shootout.scenario

import shootout.input.{Fields, Node, Place, Problems, Reader}

/** One combination of a scenario as its file declares it: destinations, and one part, or one for each linked phase. */
final private[scenario] case class Load(
    prefix: Option[String],
    destinations: Destinations,
    parts: List[Part],
    at: Place
)

/** What runs on the destinations of a load; `phase` names it among linked ones. */
final private[scenario] case class Part(
    phase: Option[String],
    producers: List[ProducerGroup],
    consumers: List[ConsumerGroup],
    timing: TimingSettings
)

/** Reads what stands below `scenario:`, with the matrix values already in place. */
private[scenario] object LoadReader:
  val reader: Reader[Load] =
    Fields.reader("a mapping with destinations, producers and consumers") { (fields, problems) =>
      val watch = Watch()
      val prefix = fields.option("id", ScenarioWords.name)
      val destinations = fields.require("destinations", watch(destinationsReader))
      val single = part(fields, None, watch)
      val phases = fields.option("phases", phasesReader(watch))
      if fields.node("phases").isDefined then
        for key <- List("producers", "consumers"); node <- fields.node(key) do
          problems.add(node.place, s"with phases, $key stand in each phase; move them there")
      val parts = phases.fold(List(single))(_.map(p => p.copy(timing = p.timing.orElse(single.timing))))
      destinations.map { d =>
        val load = Load(prefix, d, parts, fields.place)
        if watch.clean then LoadRules.check(load, problems)
        load
      }
    }

  /** Notes whether anything was wrong, so that no rule complains about what a misspelt setting left at its default. */
  private class Watch:
    var clean = true

    def apply[A](reader: Reader[A]): Reader[A] = Reader.of(reader.expected) { (node, problems) =>
      val own = Problems()
      val value = reader.read(node, own)
      clean &= own.isEmpty
      problems.addAll(own.toList)
      value
    }

  private val kind = Reader.word("queue" -> DestinationType.Queue, "topic" -> DestinationType.Topic)

  private val destinationsReader = Fields.reader("a mapping with type and count") { (fields, _) =>
    val count = fields.getOrElse("count", Reader.int(1, ClientGroups.MaxClients))(1)
    val name = fields.option("name", Reader.text)
    fields.require("type", kind).map(Destinations(_, count, name))
  }

  private def phasesReader(watch: Watch): Reader[List[Part]] = Reader.of("a list of phases, each with a name") {
    (node, problems) =>
      val phase = Fields.reader("a phase: a mapping with a name") { (fields, _) =>
        Some(part(fields, fields.require("name", ScenarioWords.name), watch))
      }
      node match
        case Node.Sequence(items, _) if items.size > 1 =>
          val read = for item <- items; p <- phase.read(item, problems) yield p -> item.place
          for case (Some(name), same) <- read.groupBy(_._1.phase) if same.size > 1 do
            problems.add(same(1)._2, s"two phases are called '$name'; give each a name of its own")
          Some(read.map(_._1))
        case other =>
          problems.add(
            other.place,
            s"found ${other.describe}, expected a list of at least two phases, each with a name"
          )
          None
  }

  private def part(fields: Fields, phase: Option[String], watch: Watch): Part = Part(
    phase,
    fields.getOrElse("producers", watch(ProducerReader.reader))(Nil),
    fields.getOrElse("consumers", watch(ConsumerReader.reader))(Nil),
    TimingSettings.read(fields)
  )

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
