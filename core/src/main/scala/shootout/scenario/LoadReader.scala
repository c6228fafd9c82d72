package shootout.scenario

import shootout.input.{Fields, Node, Place, Problems, Reader}
import shootout.units.DestinationType

/** One combination of a scenario as its file declares it: destinations, and one part, or one for each linked phase. */
final private[scenario] case class Load(
    prefix: Option[String],
    destinations: Destinations,
    parts: List[LoadPart],
    crash: Boolean,
    at: Place
)

/** What runs on the destinations of a load; `phase` names it among linked ones. */
final private[scenario] case class LoadPart(
    phase: Option[String],
    producers: List[ProducerGroup],
    consumers: List[ConsumerGroup],
    timing: TimingSettings,
    producersAt: Place,
    consumersAt: Place,
    producersWritten: Boolean
)

/** Reads what stands below `scenario:`, with the matrix values already in place. */
private[scenario] object LoadReader:
  val reader: Reader[Load] =
    Fields.reader("a mapping with destinations, producers and consumers") { (fields, problems) =>
      val watch = KeyWatch()
      val prefix = fields.option("id", Name.reader)
      val destinations = fields.require("destinations", watch(destinationsReader))
      val crash = fields.getOrElse("crash", Reader.boolean)(false)
      val single = part(fields, None, watch)
      val phases = fields.option("phases", watch(phasesReader(watch)))
      if fields.node("phases").isDefined then
        for key <- List("producers", "consumers"); node <- fields.node(key) do
          problems.add(node.place, s"with phases, $key stand in each phase; move them there")
      val parts = phases.fold(List(single))(_.map(p => p.copy(timing = p.timing.orElse(single.timing))))
      destinations.map { d =>
        val load = Load(prefix, d, parts, crash, fields.place)
        if watch.clean then LoadRules.check(load, problems)
        load
      }
    }

  /** Notes whether anything was wrong, so that no rule complains about what a misspelt setting left at its default. */
  private class KeyWatch:
    var clean = true

    def apply[A](reader: Reader[A]): Reader[A] = Reader.of(reader.expected) { (node, problems) =>
      val own = Problems()
      val value = reader.read(node, own)
      clean &= own.isEmpty
      problems.addAll(own.toList)
      value
    }

  private val kind = Value.word("queue" -> DestinationType.Queue, "topic" -> DestinationType.Topic)

  lazy val destinationKeys: List[Key[Destinations]] = List(
    Key.of("type", kind, "*required*", "`queue`, `topic`")((d: Destinations, kind) => d.copy(kind = kind)),
    Key.of("count", Value.whole(1, ClientKeys.MaxClients), "1", "clients are dealt to them in turn")(
      (d: Destinations, count) => d.copy(count = count)
    ),
    Key.of("name", Value.text, "one of the load's own", "name, or with several of them its beginning")(
      (d: Destinations, name) => d.copy(name = Some(name))
    ),
    Key.of(
      "partitions",
      Value.whole(1, MaxPartitions),
      "as many as its consumers need",
      "parts of each destination, in systems that have them: of a queue, each goes to one of its consumers, so that fewer of them " +
        "than consumers are refused"
    )((d: Destinations, partitions) => d.copy(partitions = Some(partitions)))
      .suffixed(_.partitions.map(n => s"part$n"))
      .needing("partitions")((_, d) => d.partitions.isDefined)
      .loaded("partitions", (cell, _) => cell.destinations.partitions.fold[ujson.Value](ujson.Null)(n => ujson.Num(n)))
  )

  /** More are a mistake, most likely, and slow to make. */
  private val MaxPartitions = 1000

  private val destinationsReader = Fields.reader("a mapping with type and count") { (fields, problems) =>
    val read = destinationKeys.foldLeft(Destinations(DestinationType.Queue, 1, None))((d, key) => key.read(fields, d))
    val missing = fields.node("type").isEmpty
    if missing then problems.add(fields.place, s"'type' is missing; expected ${kind.reader.expected}")
    Option.when(!missing)(read)
  }

  private def phasesReader(watch: KeyWatch): Reader[List[LoadPart]] = Reader.of("a list of phases, each with a name") {
    (node, problems) =>
      val phase = Fields.reader("a phase: a mapping with a name") { (fields, _) =>
        Some(part(fields, fields.require("name", Name.reader), watch))
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

  private def part(fields: Fields, phase: Option[String], watch: KeyWatch): LoadPart = LoadPart(
    phase,
    fields.getOrElse("producers", watch(ProducerReader.reader))(Nil),
    fields.getOrElse("consumers", watch(ConsumerReader.reader))(Nil),
    TimingSettings.read(fields),
    ClientGroups.place(fields, "producers"),
    ClientGroups.place(fields, "consumers"),
    fields.node("producers").isDefined
  )
