package shootout.analysis

import shootout.result.{LatencyKind, Status}
import shootout.units.Counted

/** How a contender did under a load of batches. */
case class Pace(
    contender: Contender,
    /** measured, failed, or left out because it is uncertain */
    state: State,
    sent: Option[Number],
    received: Option[Number],
    sendP95: Option[Number],
    processing: Option[Number],
    /** how receivers fell behind, in words, if they did; `processing` is then meaningless */
    behind: Option[String]
):
  /** Messages per second that were sent and received: the lower of both rates. */
  def through: Double = List(sent, received).map(_.fold(0.0)(_.value)).min

  /** Whether it carried certainly less than another contender. */
  def isBehind(other: Pace): Boolean = carried.isBelow(other.carried)

  private def carried: Ratio =
    val slower = List(sent, received).flatten.minByOption(_.value)
    Ratio(through, slower.fold(0.0)(_.half), slower.exists(_.guess))

/** A load of batches with `threads` senders and as many receivers.
  *
  * @param paces
  *   contenders whose confirmed messages are replicated come first, and within each part the fastest
  * @param fastest
  *   the fastest of these (of all, if none replicates), and all that are not certainly behind it
  */
case class Batch(load: LoadComparison, threads: Int, paces: List[Pace], fastest: List[Pace])

/** The price of replication: a contender with several nodes against the same system with one node, under the same load.
  * Each ratio divides the number of several nodes by that of one.
  */
case class Price(
    row: Pace,
    single: Pace,
    sent: Option[Ratio],
    received: Option[Ratio],
    sendP95: Option[Ratio],
    processing: Option[Ratio]
)

/** Loads that differ only in the number of senders and receivers.
  *
  * @param unsupported
  *   contenders that support none of these loads
  */
case class Batches(about: String, loads: List[Batch], unsupported: List[Contender]):
  def replicated: Boolean = loads.exists(_.paces.exists(_.contender.replicated))

  /** For each load, the contenders with several nodes that also ran with a single node. */
  def prices: List[(Batch, List[Price])] =
    loads.map(load => load -> Batches.prices(load.paces)).filter(_._2.nonEmpty)

object Batches:
  def of(loads: List[LoadComparison], rows: Vector[Contender], certainOnly: Boolean): List[Batches] =
    val batched = loads.filter(f => f.batched && !f.kills && !f.phased && !f.openLoop && f.producers == f.consumers)
    val alike = batched.map(_.butClients).distinct.map(key => batched.filter(_.butClients == key))
    for loads <- alike; first = loads.head yield
      val entries = rows.toList.map(row => row -> loads.flatMap(_.entry(row)))
      val unsupported = entries.collect { case (row, all) if all.forall(_.status.contains(Status.Unsupported)) => row }
      Batches(about(first), loads.sortBy(_.producers).map(batch(_, rows, certainOnly)), unsupported)

  private def about(load: LoadComparison): String =
    def text(key: String) = load.setting(key).getOrElse("")
    val size = load.messageBytes.fold("")(bytes => s" of ${bytes.toLong} B")
    s"A send is one call with 1 to ${text("batch")} messages$size, and is done when all of them are confirmed; " +
      s"a receiver takes up to ${text("consumer_batch")} and acknowledges them together."

  private def batch(load: LoadComparison, rows: Vector[Contender], certainOnly: Boolean): Batch =
    val paces = rows.toList.flatMap(load.entry).filter(_.isTried).map(pace(_, certainOnly))
    val sorted = paces.sortBy(p => (!p.contender.replicated, p.state != State.Measured, -p.through, p.contender.index))
    val racing = sorted.filter(p => p.through > 0 && p.contender.replicated == sorted.exists(_.contender.replicated))
    val fastest = racing.headOption.toList.flatMap(best => racing.filterNot(_.isBehind(best)))
    Batch(load, load.producers, sorted, fastest)

  private def pace(entry: RowResult, certainOnly: Boolean): Pace =
    val hidden = certainOnly && entry.uncertain && entry.isMeasured
    def known[A](value: Option[A]) = value.filter(_ => entry.isMeasured && !hidden)
    Pace(
      entry.contender,
      if hidden then State.Uncertain else if entry.isMeasured then State.Measured else State.Failed,
      known(entry.rates.get("produced")),
      known(entry.rates.get("consumed")),
      known(entry.p95s.get(LatencyKind.Send.key)),
      known(entry.p95s.get(LatencyKind.EndToEnd.key)),
      known(entry.behind)
    )

  private def prices(paces: List[Pace]): List[Price] =
    for
      row <- paces
      if row.contender.nodes.exists(_ > 1)
      same = paces.filter(one => one.contender.nodes.contains(1) && one.contender.sameSystem(row.contender))
      single <- same.minByOption(one => (one.contender.isVariant, one.contender.index))
      if row.sent.isDefined && single.sent.isDefined
    yield price(row, single)

  private def price(row: Pace, single: Pace): Price =
    def ratio(read: Pace => Option[Number]) =
      for a <- read(row); b <- read(single) yield a.over(b)
    val kept = row.behind.isEmpty && single.behind.isEmpty
    Price(
      row,
      single,
      ratio(_.sent),
      ratio(_.received),
      ratio(_.sendP95),
      if kept then ratio(_.processing) else None
    )

/** Texts about loads of batches. The page and the terminal use the same ones. */
object BatchesWords:
  def title(one: Batches): String =
    if one.replicated then "Sends that are confirmed when replicated: who is fastest"
    else "Sends in batches: who is fastest"

  val Price = "The price of replication"

  def threads(n: Int): String = Counted(n, "thread")

  def nodes(row: Contender): String = row.nodes.fold("")(Counted(_, "node"))

  /** The fastest contenders in one line. Empty if no contender delivered anything. */
  def fastest(load: Batch): String =
    val names = load.fastest.map(_.contender.label).mkString(" and ")
    val tied = if load.fastest.sizeIs > 1 then " tie" else ""
    load.fastest.headOption.fold("")(best =>
      s"$names$tied, ${rate(best.sent)} sent, ${rate(best.received)} received" +
        best.sendP95.fold("")(p95 => s", p95 of a send ${Numbers.micros(p95.value)}")
    )

  /** For a terminal: a line with the fastest contenders, and one with the price of replication. */
  def lines(one: Batches): List[String] =
    val fast = one.loads.map(load => load.threads -> fastest(load)).filter(_._2.nonEmpty)
    val prices = one.prices.flatMap((load, all) => all.map(load.threads -> _)).groupBy(_._2.row.contender).toList
    val costs =
      for (row, all) <- prices.sortBy(_._1.index) yield
        val each = all.flatMap((n, price) => price.sent.map(of => s"${Sentences.times(of.factor)} with ${threads(n)}"))
        s"${row.label} sends ${each.mkString(", ")}"
    List(
      Option.when(fast.nonEmpty)(s"${title(one)}. ${fast.map((n, words) => s"${threads(n)}: $words").mkString("; ")}."),
      Option.when(costs.nonEmpty)(s"$Price, as a share of the rate of one node: ${costs.mkString("; ")}.")
    ).flatten

  private def rate(number: Option[Number]): String = number.fold("-")(n => s"${Numbers.si(n.value)}/s")
