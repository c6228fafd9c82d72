package shootout.scenario

import shootout.yaml.{Fields, Node, Place, Reader}
import shootout.units.DestinationType

/** One combination of a scenario as its file declares it: destinations, and one part, or one for each linked phase. */
final private[scenario] case class Load(
    prefix: Option[String],
    destinations: Destinations,
    parts: List[LoadPart],
    crash: Boolean,
    at: Place
)

/** The clients on the destinations of a workload; `phase` names them among linked phases. */
final private[scenario] case class LoadPart(
    phase: Option[String],
    producers: List[ProducerGroup],
    consumers: List[ConsumerGroup],
    timing: TimingSettings,
    producersAt: Place,
    consumersAt: Place
)

/** The content of `scenario`, or of one of its phases, as far as it was read. */
final private[scenario] case class LoadFields(
    /** The name of the phase, or a prefix of the ids. */
    name: Option[String] = None,
    destinations: Option[Destinations] = None,
    producers: List[ProducerGroup] = Nil,
    consumers: List[ConsumerGroup] = Nil,
    phases: Option[List[LoadPart]] = None,
    crash: Boolean = false
):
  /** @param fields
    *   the fields that contain it
    */
  def part(phase: Option[String], fields: Fields): LoadPart = LoadPart(
    phase,
    producers,
    consumers,
    TimingSettings.read(fields),
    fields.placeOf("producers"),
    fields.placeOf("consumers")
  )

/** Reads the content of `scenario:`, with the matrix values already inserted. */
private[scenario] object LoadReader:
  val reader: Reader[Load] =
    Fields.reader("a mapping with destinations, producers and consumers") { (fields, problems) =>
      val written = Key.read(scenarioKeys, fields, LoadFields())
      val single = written.part(None, fields)
      if fields.node("phases").isDefined then
        for key <- List("producers", "consumers") if fields.node(key).isDefined do
          fields.refuse(key)(s"with phases, $key stand in each phase; move them there")
      val parts = written.phases.fold(List(single))(_.map(p => p.copy(timing = p.timing.orElse(single.timing))))
      written.destinations.map { d =>
        val load = Load(written.name, d, parts, written.crash, fields.place)
        // The rules would complain about the default of a misspelt setting.
        if problems.isEmpty then LoadRules.check(load, problems)
        load
      }
    }

  private val kind = ValueType.word("queue" -> DestinationType.Queue, "topic" -> DestinationType.Topic)

  lazy val destinationKeys: List[Key[Destinations]] = List(
    Key.required("type", kind)("`queue` or `topic`")((d: Destinations, kind) => d.copy(kind = kind)),
    Key.of("count", ValueType.whole(1, ClientKeys.MaxClients), "1")("number of destinations; clients get them in turn")(
      (d: Destinations, count) => d.copy(count = count)
    ),
    Key.of("name", ValueType.text, "unique for each workload")("name of the destination, or prefix of several names")(
      (d: Destinations, name) => d.copy(name = Some(name))
    ),
    Key.of("partitions", ValueType.whole(1, MaxPartitions), "as many as its consumers need")(
      "partitions of each destination, in systems that have them"
    )((d: Destinations, partitions) => d.copy(partitions = Some(partitions)))
      .suffixed(_.partitions.map(n => s"part$n"))
      .needing("partitions")((_, d) => d.partitions.isDefined)
      .loaded(
        "partitions",
        (workload, _) => workload.destinations.partitions.fold[ujson.Value](ujson.Null)(n => ujson.Num(n))
      )
  )

  /** More partitions are most likely a mistake, and slow to create. */
  private val MaxPartitions = 1000

  private def destinations: ValueType[Destinations] =
    val reader = Fields.reader("a mapping with type and count") { (fields, _) =>
      val read = Key.read(destinationKeys, fields, Destinations(DestinationType.Queue, 1, None))
      Option.when(fields.node("type").isDefined)(read)
    }
    ValueType(reader, ValueType.reference("destinations"), _.kind.toString)

  lazy val clientKeys: List[Key[LoadFields]] = List(
    Key.after("producers", ValueType.oneOrList(ValueType.reference("producers")), "none")(
      "clients that send: one group, or a list of named groups"
    )((_: LoadFields) => ProducerReader.reader)((w, producers) => w.copy(producers = producers)),
    Key.after("consumers", ValueType.oneOrList(ValueType.reference("consumers")), "none")(
      "clients that receive: one group, or a list of named groups"
    )((_: LoadFields) => ConsumerReader.reader)((w, consumers) => w.copy(consumers = consumers))
  )

  lazy val scenarioKeys: List[Key[LoadFields]] = List(
    Key.of("id", ValueType.name, "none")("prefix of the workload ids")((w: LoadFields, id) => w.copy(name = Some(id))),
    Key.required("destinations", destinations)("queues or topics that the clients use")((w: LoadFields, destinations) =>
      w.copy(destinations = Some(destinations))
    )
  ) ++ clientKeys ++ List(
    Key.after("phases", ujson.Obj("type" -> "array", "minItems" -> 2, "items" -> ValueType.reference("phase")), "none")(
      "list of linked phases, instead of `producers` and `consumers`"
    )((_: LoadFields) => phasesReader)((w, phases) => w.copy(phases = Some(phases))),
    Key.of("crash", ValueType.flag, "false")(
      "kill the broker under load after the last sample, then restart it"
    )((w: LoadFields, crash) => w.copy(crash = crash))
  )

  lazy val phaseKeys: List[Key[LoadFields]] =
    Key.required("name", ValueType.name)("name of the phase")((w: LoadFields, name) =>
      w.copy(name = Some(name))
    ) :: clientKeys

  private def phasesReader: Reader[List[LoadPart]] = Reader.of("a list of phases, each with a name") {
    (node, problems) =>
      val phase = Fields.reader("a phase: a mapping with a name") { (fields, _) =>
        val written = Key.read(phaseKeys, fields, LoadFields())
        Some(written.part(written.name, fields))
      }
      node match
        case Node.Sequence(items, _) if items.size > 1 =>
          val read = for item <- items; p <- phase.read(item, problems) yield p -> item.place
          for case (Some(name), same) <- read.groupBy(_._1.phase) if same.size > 1 do
            problems.add(same(1)._2, s"two phases are called '$name'; give each a name of its own")
          Some(read.map(_._1))
        case other => problems.unexpected(other, "a list of at least two phases, each with a name")
  }
