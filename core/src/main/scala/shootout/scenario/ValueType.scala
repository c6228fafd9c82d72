package shootout.scenario

import shootout.yaml.{Fields, Reader}
import shootout.units.Nanos

/** A kind of value that a key of a scenario file may have.
  *
  * @param schema
  *   a JSON Schema of what `reader` reads, for editors
  * @param word
  *   the value in ids and results
  */
final private[scenario] case class ValueType[A](reader: Reader[A], schema: ujson.Obj, word: A => String)

private[scenario] object ValueType:
  val flag: ValueType[Boolean] = scalar(Reader.boolean, ujson.Obj("type" -> "boolean"))
  val text: ValueType[String] = ValueType(Reader.text, ujson.Obj("type" -> "string"), identity)
  val name: ValueType[String] = ValueType(Name.reader, reference("name"), identity)

  def whole(min: Int, max: Int = Int.MaxValue): ValueType[Int] =
    val most = if max == Int.MaxValue then Nil else List("maximum" -> ujson.Num(max))
    scalar(
      Reader.int(min, max),
      ujson.Obj.from(List("type" -> ujson.Str("integer"), "minimum" -> ujson.Num(min)) ++ most)
    )

  /** One of a few words. */
  def word[A](choices: (String, A)*): ValueType[A] =
    val written = choices.map((word, value) => value -> word).toMap
    val words = ujson.Obj("enum" -> choices.map(_._1))
    ValueType(Reader.word(choices*), orAxis(words), written)

  /** Keys and values, written `color=red, shape=round`. */
  val pairs: ValueType[List[(String, String)]] = ValueType(
    Reader.mapOf(Reader.text),
    ujson.Obj("type" -> "object", "additionalProperties" -> ujson.Obj("type" -> List("string", "number", "boolean"))),
    _.map((key, value) => s"$key=$value").mkString(", ")
  )

  val size: ValueType[Distribution] =
    ValueType(DistributionReader.size, reference("varying_size"), ShortWords.distribution(_, ShortWords.size))
  val think: ValueType[Distribution] =
    ValueType(DistributionReader.think, reference("varying_think"), ShortWords.distribution(_, ShortWords.duration))
  val perSecond: ValueType[Double] = ValueType(Quantity.rateAboveZero, reference("rate"), ShortWords.number)

  /** A number of messages, `unbounded`, or `{steps: {0 s: 1, 10 s: 20}}`. */
  val window: ValueType[Window] =
    val one: Reader[Window] = Reader.scalar("a number of messages of at least 1, or unbounded") {
      case "unbounded" => Some(Window.Unbounded)
      case text => text.toIntOption.filter(_ >= 1).map(Window.Of(_))
    }
    val changing: Reader[Window] = Fields.reader("steps") { (fields, _) =>
      fields.require("steps", DistributionReader.steps(one)).map(Window.Steps(_))
    }
    val reader = one.orMapping(s"${one.expected}, or {steps: {0 s: , 10 s: }}")(changing)
    ValueType(reader, anyOf(reference("window"), reference("changing_window")), ShortWords.window)

  val rate: ValueType[Rate] = ValueType(
    RateReader,
    anyOf(reference("varying_rate"), reference("total"), ujson.Obj("const" -> "max"), reference("precision")),
    {
      case Rate.Each(perSecond) => "rate" + ShortWords.distribution(perSecond, ShortWords.number)
      case Rate.Total(perSecond) => "total" + ShortWords.distribution(perSecond, ShortWords.number)
      case Rate.Maximum => "max"
      case Rate.Share(ofMaximum) => s"rate${ShortWords.percent(ofMaximum)}pct"
    }
  )

  /** A duration of at least `least`, which is written as in a file. */
  def duration(least: String): ValueType[Nanos] =
    val nanos = Quantity.durationFrom(Quantity.Duration.parse(least).getOrElse(0), least).map(n => Nanos(n.toLong))
    ValueType(nanos, reference("duration"), n => ShortWords.duration(n.value.toDouble))

  /** One value for all profiles, or one for each. */
  def byProfile[A](value: ValueType[A]): ValueType[ByProfile[A]] =
    val each = Profile.values.toList.map(p => p.word -> value.schema)
    val mapping =
      ujson.Obj(
        "type" -> "object",
        "additionalProperties" -> false,
        "minProperties" -> 1,
        "properties" -> ujson.Obj.from(each)
      )
    ValueType(
      ByProfile.reader(value.reader),
      anyOf(value.schema, mapping),
      _.values.values.map(value.word).mkString(" ")
    )

  /** A number, or `{preferred: 1000}`. The second element says whether it is only preferred. */
  val prefetch: ValueType[(Int, Boolean)] =
    val count = whole(1)
    val preferred = Fields.reader("a whole number of at least 1, or a mapping: preferred") { (f, _) =>
      f.require("preferred", count.reader)
    }
    val reader = count.reader.map(_ -> false).orMapping(preferred.expected)(preferred.map(_ -> true))
    ValueType(reader, anyOf(count.schema, mapping("preferred" -> count.schema)("preferred")), _._1.toString)

  /** A reference to an entry below `$defs` in the schema. */
  def reference(name: String): ujson.Obj = ujson.Obj("$ref" -> s"#/$$defs/$name")
  def anyOf(each: ujson.Obj*): ujson.Obj = ujson.Obj("anyOf" -> each)

  def list(items: ujson.Obj): ujson.Obj = ujson.Obj("type" -> "array", "items" -> items)
  def oneOrList(one: ujson.Obj): ujson.Obj = anyOf(one, list(one))

  /** A mapping with these keys and no others. */
  def mapping(properties: (String, ujson.Value)*)(required: String*): ujson.Obj = ujson.Obj(
    "type" -> "object",
    "additionalProperties" -> false,
    "required" -> required,
    "properties" -> ujson.Obj.from(properties)
  )

  /** Allows the value of a matrix axis in place of a scalar. */
  def orAxis(schema: ujson.Obj): ujson.Obj = anyOf(schema, reference("axis_reference"))

  private def scalar[A](reader: Reader[A], schema: ujson.Obj): ValueType[A] =
    ValueType(reader, orAxis(schema), _.toString)

/** Names that people give to groups, axes and phases: safe in ids, file names and globs. */
private[scenario] object Name:
  val reader: Reader[String] =
    Reader.scalar("a name of lower-case letters, digits and _")(t => Option.when(t.matches("[a-z0-9][a-z0-9_]*"))(t))
