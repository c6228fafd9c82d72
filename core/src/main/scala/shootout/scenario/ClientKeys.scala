package shootout.scenario

/** Keys that producers and consumers have alike. */
private[scenario] object ClientKeys:
  val MaxClients = 100_000

  def name[G](set: (G, String) => G): Key[G] =
    Key.of("name", Value.name, "`producers` or `consumers`", "of the group; needed in a list")(set)

  def count[G](set: (G, Int) => G): Key[G] =
    Key.of("count", Value.whole(0, MaxClients), "1", "clients, each with a connection of its own")(set)

  /** @param side
    *   `producer` or `consumer`: both have one, and the result has a place for each
    */
  def think[G <: ClientGroup](side: String)(get: G => Option[Varying], set: (G, Varying) => G): Key[G] =
    Key.option[G, Varying]("think", Value.think, "*varying*: time between a message and the next")(get, set)
      .suffixed(get(_).map("think" + Value.think.word(_)))
      .copy(adjective = get(_).map(t => s"slow (${Value.think.word(t).replaceAll("([0-9])([a-z])", "$1 $2")})"))
      .loaded(s"${side}_think")

  def churn[G <: ClientGroup](side: String)(get: G => Option[Int], set: (G, Int) => G): Key[G] =
    Key.option[G, Int]("messages_per_connection", Value.whole(1), "reconnect after so many messages")(get, set)
      .suffixed(get(_).map(n => s"churn$n"))
      .loaded(s"${side}_messages_per_connection")

  def ramp[G <: ClientGroup](side: String)(get: G => Option[Double], set: (G, Double) => G): Key[G] =
    Key.option[G, Double](
      "ramp",
      Value.perSecond,
      "connect so many clients a second during the load, as `50/s`, instead of all before it"
    )(get, set)
      .suffixed(get(_).map("ramp" + ShortWords.number(_)))
      .loaded(s"${side}_ramp_per_s")

  def headers[G <: ClientGroup](load: String, words: String)(
      get: G => List[(String, String)],
      set: (G, List[(String, String)]) => G
  ): Key[G] =
    Key.option[G, List[(String, String)]]("headers", Value.pairs, words)(g => Option(get(g)).filter(_.nonEmpty), set)
      .loaded(load)

  /** Were it 1, nothing would ever be committed. */
  val rollback: Value[Int] = Value.whole(2)
