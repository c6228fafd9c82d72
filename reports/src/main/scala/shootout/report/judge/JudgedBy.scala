package shootout.report.judge

import shootout.result.Criterion

/** The one number that a cell is judged by. */
case class JudgedBy(criterion: Criterion):
  export criterion.{more, name, words}

  def read(entry: Entry): Option[Number] = if more then entry.rates.get(name) else entry.tails.get(name)

  /** The row was measured, but of too few messages to know this number. */
  def tooFew(entry: Entry): Boolean = !more && entry.tooFew.contains(name)

object JudgedBy:
  def of(figure: Figure): JudgedBy =
    JudgedBy(Criterion.of(figure.requestReply, figure.openLoop, figure.consumers))
