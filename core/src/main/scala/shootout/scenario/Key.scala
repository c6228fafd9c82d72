package shootout.scenario

import shootout.yaml.{Fields, Node, Reader}

/** The fields that producers and consumers share. */
trait ClientGroup:
  def name: String
  def count: Int

/** One key of a scenario file with everything that follows from it: its reader, its schema, and its entry in
  * `docs/reference/scenario-keys.md`. Keys of clients and destinations also define parts of a workload's id and title,
  * required capabilities, and entries in the result.
  */
final case class Key[G](
    name: String,
    schema: ujson.Obj,

    /** Its meaning, in Markdown. */
    words: String,

    /** Its default, in words. */
    default: String,

    /** Applies this key to a group. The group stays unchanged if the key is absent or wrong. */
    read: (Fields, G) => G,

    /** What the key adds to the id. */
    suffix: G => Option[String] = (_: G) => None,

    /** What the key adds to the clients in a workload's title. */
    adjective: G => Option[String] = (_: G) => None,

    /** Capabilities (words below `cannot:` in a `broker.yaml`), each with the condition under which a group of a
      * workload needs it.
      */
    needs: List[(String, (Workload, G) => Boolean)] = Nil,

    /** Name and value in the result's `load`; null if there is nothing to report. */
    load: Option[(String, (Workload, List[G]) => ujson.Value)] = None
):
  def suffixed(suffix: G => Option[String]): Key[G] = copy(suffix = suffix)
  def titled(words: String)(holds: G => Boolean): Key[G] = copy(adjective = g => Option.when(holds(g))(words))
  def needing(capability: String)(holds: (Workload, G) => Boolean): Key[G] =
    copy(needs = needs :+ (capability -> holds))

  /** Changes the name in the result's `load`. */
  def loaded(name: String): Key[G] = copy(load = load.map(name -> _._2))
  def loaded(name: String, value: (Workload, List[G]) => ujson.Value): Key[G] = copy(load = Some(name -> value))

object Key:
  /** The default of a required key. */
  val Required = "*required*"

  /** A setting that always has a value. It adds nothing to ids and results.
    *
    * @param words
    *   its meaning, in Markdown
    */
  private[scenario] def of[G, A](name: String, value: ValueType[A], default: String)(words: String)(
      set: (G, A) => G
  ): Key[G] =
    after(name, value.schema, default)(words)((_: G) => value.reader)(set)

  /** Like [[of]], for a value whose reader depends on what was read before. */
  private[scenario] def after[G, A](name: String, schema: ujson.Obj, default: String)(words: String)(
      reader: G => Reader[A]
  )(set: (G, A) => G): Key[G] =
    Key(name, schema, words, default, (f, group) => f.option(name, reader(group)).fold(group)(set(group, _)))

  /** A required setting. */
  private[scenario] def required[G, A](name: String, value: ValueType[A])(words: String)(set: (G, A) => G): Key[G] =
    Key(name, value.schema, words, Required, (f, group) => f.require(name, value.reader).fold(group)(set(group, _)))

  /** Applies the keys that are written. The others keep the values of `plain`. */
  private[scenario] def read[G](keys: List[Key[G]], fields: Fields, plain: G): G =
    keys.foldLeft(plain)((read, key) => key.read(fields, read))

  /** A setting that is on or off. If it is on, its name is a suffix and a capability. */
  private[scenario] def flag[G](name: String)(words: String)(get: G => Boolean, set: (G, Boolean) => G): Key[G] =
    of(name, ValueType.flag, "false")(words)(set)
      .suffixed(g => Option.when(get(g))(name))
      .needing(name)((_, g) => get(g))
      .loaded(name, (_, groups) => same(groups.map(g => ujson.Bool(get(g)))))

  /** An optional setting. The result contains it in words. */
  private[scenario] def option[G <: ClientGroup, A](name: String, value: ValueType[A])(words: String)(
      get: G => Option[A],
      set: (G, A) => G
  ): Key[G] =
    of(name, value, "none")(words)(set).loaded(name, (_, groups) => summed(groups)(get(_).map(value.word)))

  /** The value that all have; null if they differ, or there are none. */
  private[scenario] def same(values: List[ujson.Value]): ujson.Value =
    values.distinct match
      case List(one) => one
      case _ => ujson.Null

  /** Null if no group has a value, and one text if all have the same. Otherwise it has one text for each group with its
    * number of clients, as `9: none; 1: 500ms`.
    */
  private[scenario] def summed[G <: ClientGroup](groups: List[G])(text: G => Option[String]): ujson.Value =
    groups.map(text).distinct match
      case Nil | List(None) => ujson.Null
      case List(Some(one)) => ujson.Str(one)
      case _ => ujson.Str(groups.map(g => s"${g.count}: ${text(g).getOrElse("none")}").mkString("; "))

/** Keys that producers and consumers share. */
private[scenario] object ClientKeys:
  val MaxClients = 100_000

  def name[G](set: (G, String) => G): Key[G] =
    Key.of("name", ValueType.name, "`producers` or `consumers`")("name of the group; required in a list")(set)

  def count[G](set: (G, Int) => G): Key[G] =
    Key.of("count", ValueType.whole(0, MaxClients), "1")("number of clients; each has its own connection")(set)

  /** @param side
    *   `producer` or `consumer`: both have a think time, and the result has an entry for each
    */
  def think[G <: ClientGroup](side: String)(get: G => Option[Distribution], set: (G, Distribution) => G): Key[G] =
    Key.option[G, Distribution]("think", ValueType.think)("*varying*: time between two messages")(get, set)
      .suffixed(get(_).map("think" + ValueType.think.word(_)))
      .copy(adjective = get(_).map(t => s"slow (${ValueType.think.word(t).replaceAll("([0-9])([a-z])", "$1 $2")})"))
      .loaded(s"${side}_think")

  def churn[G <: ClientGroup](side: String)(get: G => Option[Int], set: (G, Int) => G): Key[G] =
    Key.option[G, Int]("messages_per_connection", ValueType.whole(1))("reconnect after this many messages")(get, set)
      .suffixed(get(_).map(n => s"churn$n"))
      .loaded(s"${side}_messages_per_connection")

  def ramp[G <: ClientGroup](side: String)(get: G => Option[Double], set: (G, Double) => G): Key[G] =
    Key.option[G, Double]("ramp", ValueType.perSecond)(
      "clients that connect per second during the workload, such as `50/s`"
    )(get, set)
      .suffixed(get(_).map("ramp" + ShortWords.number(_)))
      .loaded(s"${side}_ramp_per_s")

  def headers[G <: ClientGroup](load: String, words: String)(
      get: G => List[(String, String)],
      set: (G, List[(String, String)]) => G
  ): Key[G] =
    Key.option[G, List[(String, String)]]("headers", ValueType.pairs)(words)(
      g => Option(get(g)).filter(_.nonEmpty),
      set
    )
      .loaded(load)

  /** With 1, nothing would ever be committed. */
  val rollback: ValueType[Int] = ValueType.whole(2)

/** Reads the groups of clients of a scenario file. */
private[scenario] object ClientGroups:
  /** Reads one group, or a list of named ones. It leaves out groups without clients. */
  def oneOrMore[A <: ClientGroup](role: String)(one: Fields => A): Reader[List[A]] =
    val group = Fields.reader[A](s"$role: a mapping")((fields, _) => Some(one(fields)))
    Reader.of(s"$role: a mapping, or a list of them") { (node, problems) =>
      val read = node match
        case Node.Sequence(items, _) =>
          for item <- items; groups <- group.read(item, problems) yield groups -> item.place
        case other => group.read(other, problems).map(_ -> other.place).toList
      for (name, same) <- read.groupBy((g, _) => g.name) if same.size > 1 do
        problems.add(same(1)._2, s"two groups of $role are called '$name'; give each a name of its own")
      Some(read.map(_._1).filter(_.count > 0))
    }
