package shootout.scenario

import shootout.input.Problems

/** One combination of a scenario, read. */
final private[scenario] case class ReadLoad(combination: Combination, load: Load, ids: List[String]):
  def rates: List[Rate] = load.parts.flatMap(_.producers).flatMap(_.rate)
  def share: Option[Double] = rates.collectFirst { case Rate.Share(ofMaximum) => ofMaximum }
  def isMaximum: Boolean = rates.contains(Rate.Maximum)

/** Finds, for each cell whose rate is a share, the cell that measures the maximum: the one that has `rate: max` and
  * differs in one axis only.
  */
private[scenario] object Shares:
  /** @return the id of that cell, for those loads that need one */
  def link(loads: List[ReadLoad], problems: Problems): Map[ReadLoad, String] =
    val found =
      for (load, n) <- loads.zipWithIndex; share <- load.share yield
        val (before, behind) = loads.zipWithIndex.filter((o, _) => o.isMaximum && oneApart(o, load)).partition(_._2 < n)
        if before.isEmpty then problems.add(load.load.parts.head.producersAt, missing(share, behind.nonEmpty))
        before.headOption.map(load -> _._1.ids.head)
    found.flatten.toMap

  private def missing(share: Double, comesLater: Boolean): String =
    val rate = s"${ShortWords.percent(share)} %"
    if comesLater then s"a rate of $rate needs the maximum first; write max before it, as [max, $rate]"
    else s"a rate of $rate is a share of a maximum that no load measures; write max on the same axis, as [max, $rate]"

  private def oneApart(a: ReadLoad, b: ReadLoad): Boolean =
    a.combination.texts.zip(b.combination.texts).count(_ != _) == 1
