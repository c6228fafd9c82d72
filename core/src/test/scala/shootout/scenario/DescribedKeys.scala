package shootout.scenario

import ujson.{Arr, Obj}

/** The keys that hold the others: of the file, of its scenario and of a phase. Unlike those of clients, destinations and timing, the
  * reader does not follow from these; another test holds them together.
  */
object DescribedKeys:
  private def key(name: String, schema: Obj, default: String, words: String): Key[Unit] =
    Key(name, schema, words, default, (_, unit) => unit)

  private val text = Value.text.schema
  private val names = Obj("type" -> "array", "items" -> text)
  private def list(items: Obj) = Obj("type" -> "array", "items" -> items)
  private def mapping(properties: (String, ujson.Value)*)(required: String*) = Obj(
    "type" -> "object",
    "additionalProperties" -> false,
    "required" -> required,
    "properties" -> Obj.from(properties)
  )
  private def orList(one: Obj) = Value.anyOf(one, list(one))
  private val scalar = Obj("type" -> Arr("string", "number", "boolean"))
  private val axisValues = Value.anyOf(scalar, Obj("type" -> "array", "items" -> scalar, "minItems" -> 1))
  private val combinations = list(Obj("type" -> "object", "additionalProperties" -> axisValues))
  private val profiles = Obj("enum" -> Profile.values.toList.map(_.word))

  val file: List[Key[Unit]] = List(
    key("group", Value.name.schema, "*required*", "name: lower-case letters, digits, `_`"),
    key("title", text, "the name", "heading in the report"),
    key("about", text, "none", "explanation in the report"),
    key(
      "matrix",
      Obj(
        "type" -> "object",
        "minProperties" -> 1,
        "propertyNames" -> Obj("pattern" -> "^[a-z0-9][a-z0-9_]*$"),
        "additionalProperties" -> axisValues
      ),
      "one load",
      "axes and their values; `$axis` refers to them below `scenario`"
    ),
    key("except", combinations, "none", "combinations to leave out, as `[{n: 1, size: [20 B, 1 KiB]}]`"),
    key(
      "climb",
      Value.anyOf(text, mapping("axis" -> text, "p99" -> Value.reference("duration"))("axis")),
      "none; 1 s",
      "an axis along which loads climb: each runs only if those below it were held; with a limit, as `{axis: rate, p99: 500 ms}`"
    ),
    key(
      "api",
      orList(text),
      "for all",
      "the programming interface that it asks for (`jms`), or a list of them; drivers of another one leave it out"
    ),
    key(
      "profile",
      Value.anyOf(profiles, Obj("type" -> "array", "items" -> profiles, "minItems" -> 1)),
      "`quick`; `standard` beside `quick:`, `full` beside `standard:`",
      "the smallest profile that it runs in: `quick`, `standard`, `full`; or a list of all that it runs in: `[standard]`; " +
        "`replicated` stands apart, for clusters"
    ),
    key("quick", combinations, "none", "combinations that run in the quick profile already"),
    key("standard", combinations, "none", "combinations that run in the standard profile already"),
    key(
      "layout",
      mapping("across" -> text, "down" -> text, "sections" -> names)(),
      "the last two across and down",
      "axes by place: `across`, `down`, `sections` (a list)"
    ),
    key("scenario", Value.reference("scenario"), "*required*", "the load")
  )

  private val clients = List(
    key(
      "producers",
      orList(Value.reference("producers")),
      "none",
      "who sends: a group of clients, or a list of named groups"
    ),
    key("consumers", orList(Value.reference("consumers")), "none", "who receives: the same")
  )

  val scenario: List[Key[Unit]] = List(
    key("id", Value.name.schema, "none", "prefix of the ids"),
    key("destinations", Value.reference("destinations"), "*required*", "what clients send to and receive from")
  ) ++ clients ++ List(
    key(
      "phases",
      Obj("type" -> "array", "minItems" -> 2, "items" -> Value.reference("phase")),
      "none",
      "in place of those: a list of linked loads on the same destinations, each with `name`, `producers`, `consumers` and timing"
    ),
    key(
      "crash",
      Value.flag.schema,
      "false",
      "after the last sample the broker is killed (SIGKILL) under load, started again on its data, and drained by fresh " +
        "consumers; needs a queue, confirmed persistent sends and `ack: client`"
    )
  )

  val phase: List[Key[Unit]] = key("name", Value.name.schema, "*required*", "of the phase") :: clients
