package shootout.analysis

import shootout.units.Counted

/** The words around loads of batches, the same on the page and on a terminal. */
object BatchesWords:
  def title(one: Batches): String =
    if one.replicated then "Sends that are confirmed when replicated: who is fastest"
    else "Sends in batches: who is fastest"

  val Price = "The price of replication"

  /** As the evaluations of 2014 and later put it. */
  val Behind = "When the receivers fall behind, processing latency means nothing"

  def threads(n: Int): String = Counted(n, "thread")

  def nodes(row: Contender): String = row.nodes.fold("")(Counted(_, "node"))

  /** Who is fastest, in a line; empty if nobody got through. */
  def fastest(load: Batch): String =
    val names = load.fastest.map(_.contender.label).mkString(" and ")
    val tied = if load.fastest.sizeIs > 1 then " tie" else ""
    load.fastest.headOption.fold("")(best =>
      s"$names$tied, ${rate(best.sent)} sent, ${rate(best.received)} received" +
        best.sendP95.fold("")(p95 => s", p95 of a send ${Numbers.micros(p95.value)}")
    )

  /** For a terminal: a line of who is fastest, and one of what replication costs. */
  def lines(one: Batches): List[String] =
    val fast = one.loads.map(load => load.threads -> fastest(load)).filter(_._2.nonEmpty)
    val prices = one.prices.flatMap((load, all) => all.map(load.threads -> _)).groupBy(_._2.row.contender).toList
    val costs =
      for (row, all) <- prices.sortBy(_._1.index) yield
        val each = all.flatMap((n, price) => price.sent.map(of => s"${Words.times(of.factor)} with ${threads(n)}"))
        s"${row.label} sends ${each.mkString(", ")}"
    List(
      Option.when(fast.nonEmpty)(s"${title(one)}. ${fast.map((n, words) => s"${threads(n)}: $words").mkString("; ")}."),
      Option.when(costs.nonEmpty)(s"$Price, as a share of the rate of one node: ${costs.mkString("; ")}.")
    ).flatten

  private def rate(number: Option[Number]): String = number.fold("-")(n => s"${Numbers.si(n.value)}/s")
