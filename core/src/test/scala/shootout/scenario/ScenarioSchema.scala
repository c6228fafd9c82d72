package shootout.scenario

import ujson.{Arr, Obj, Str}

/** Generates the schema of scenario files and the table of `docs/reference/scenario-keys.md` from the keys. */
object ScenarioSchema:
  def json: Obj = Obj.from(
    List[(String, ujson.Value)](
      "$schema" -> "https://json-schema.org/draft/2020-12/schema",
      "title" -> "Scenario file of the broker shootout",
      "description" -> (
        "Generated from the keys in core/src/main/scala/shootout/scenario, as docs/reference/scenario-keys.md is. " +
          "bin/benchmark-all --dry-run --scenarios FILE also finds contradictions between keys."
      )
    ) ++ mapping(FileFields.keys).obj.toList :+ ("$defs" -> definitions)
  )

  private def definitions: Obj =
    val producers = mapping(ProducerGroup.keys)
    producers.obj.remove("required")
    producers("anyOf") = Arr(Obj("required" -> Arr("size")), Obj("required" -> Arr("content")))
    val constants = List(
      "axis_reference" -> Obj("type" -> "string", "pattern" -> """\$(\w+|\{\w+\})"""),
      "name" -> Obj("type" -> Arr("string", "integer"), "pattern" -> """^([a-z0-9][a-z0-9_]*|.*\$.*)$"""),
      "size" -> quantity(Quantity.Size.unitNames),
      "duration" -> quantity(Quantity.Duration.unitNames),
      "rate" -> quantity(Quantity.Rate.unitNames),
      "precision" -> quantity(List("%")),
      "window" -> ValueType.orAxis(ValueType.anyOf(
        Obj("type" -> "integer", "minimum" -> 1),
        Obj("const" -> "unbounded")
      )),
      "changing_window" -> Obj(only("steps" -> steps(ValueType.reference("window"))).obj),
      "total" -> only("total" -> ValueType.reference("varying_rate"))
    )
    val varying = List("size" -> "size", "rate" -> "rate", "think" -> "duration").flatMap(functions)
    Obj.from(
      constants ++ varying ++ List(
        "scenario" -> mapping((LoadReader.scenarioKeys: List[Key[?]]) ++ TimingSettings.keys),
        "destinations" -> mapping(LoadReader.destinationKeys),
        "phase" -> mapping((LoadReader.phaseKeys: List[Key[?]]) ++ TimingSettings.keys),
        "producers" -> producers,
        "consumers" -> mapping(ConsumerGroup.keys)
      )
    )

  private def quantity(units: List[String]): Obj =
    ValueType.orAxis(Obj("type" -> "string", "pattern" -> s"^[0-9]+(\\.[0-9]+)? ?(${units.mkString("|")})$$"))

  private def closed(properties: Obj): Obj =
    Obj("type" -> "object", "additionalProperties" -> false, "properties" -> properties)

  private def only(properties: (String, ujson.Value)*): Obj =
    val schema = closed(Obj.from(properties))
    schema("required") = properties.map(_._1)
    schema

  private def steps(value: Obj): Obj = Obj(
    "type" -> "object",
    "minProperties" -> 1,
    "propertyNames" -> ValueType.reference("duration"),
    "additionalProperties" -> value
  )

  private def functions(name: String, constant: String): List[(String, Obj)] =
    val value = ValueType.reference(constant)
    def one(more: (String, ujson.Value)*): Obj =
      val bounds = Obj("type" -> "array", "items" -> value, "minItems" -> 2, "maxItems" -> 2)
      val all = List[(String, ujson.Value)](
        "uniform" -> bounds,
        "normal" -> ValueType.reference(s"normal_$name"),
        "burst" -> ValueType.reference(s"burst_$name")
      ) ++ Option.when(name == "rate")("poisson" -> value) ++ more
      val schema = closed(Obj.from(all))
      schema("minProperties") = 1
      schema("maxProperties") = 1
      ValueType.anyOf(value, schema)
    List(
      s"varying_$name" -> one("steps" -> steps(one())),
      s"normal_$name" -> only("mean" -> value, "stdev" -> value),
      s"burst_$name" -> only(
        "quiet" -> value,
        "busy" -> value,
        "quiet_for" -> ValueType.reference("duration"),
        "busy_for" -> ValueType.reference("duration")
      )
    )

  private def mapping(keys: List[Key[?]]): Obj =
    val schema = closed(Obj.from(keys.map(key => key.name -> described(key))))
    val required = keys.filter(_.default == Key.Required).map(key => Str(key.name))
    if required.nonEmpty then schema("required") = Arr.from(required)
    schema

  private def described(key: Key[?]): Obj =
    val words =
      s"${key.words}; default ${key.default}".stripSuffix(s"; default ${Key.Required}").replaceAll("[`*]", "")
    Obj.from(("description" -> Str(words)) :: key.schema.obj.toList)

  def pretty(value: ujson.Value, indent: String = ""): String =
    val line = ujson.write(value).replace("\":", "\": ").replace(",\"", ", \"").replace("},{", "}, {")
    val inner = indent + "  "
    value match
      case Obj(fields) if line.length + indent.length > 110 && fields.nonEmpty =>
        fields.map((k, v) => s"$inner${ujson.write(k)}: ${pretty(v, inner)}").mkString("{\n", ",\n", s"\n$indent}")
      case Arr(items) if line.length + indent.length > 110 && items.nonEmpty =>
        items.map(item => inner + pretty(item, inner)).mkString("[\n", ",\n", s"\n$indent]")
      case _ => line

  /** The Markdown table of all keys. It lists keys that producers and consumers share only once. */
  def table: String =
    val (producers, consumers) = (ProducerGroup.keys, ConsumerGroup.keys)
    val both = producers.filter(p => consumers.exists(c => c.name == p.name && c.words == p.words))
    val rows = List[(String, List[Key[?]])](
      "file" -> FileFields.keys,
      "scenario" -> LoadReader.scenarioKeys,
      "destinations" -> LoadReader.destinationKeys,
      "scenario, phase" -> TimingSettings.keys,
      "clients" -> both,
      "producers" -> producers.filterNot(both.contains),
      "consumers" -> consumers.filterNot(c => both.exists(_.name == c.name))
    ).flatMap((where, keys) =>
      keys.zipWithIndex.map((key, n) =>
        s"| ${if n == 0 then where else ""} | `${key.name}` | ${key.words} | ${key.default} |"
      )
    )
    ("| Where | Key | Meaning | Default |" :: "|---|---|---|---|" :: rows).mkString("", "\n", "\n")
