package shootout.report

import shootout.analysis.{Judgement, Part}
import shootout.report.judge.SummaryBlock

/** The report for a browser without scripts: verdict, ranking and failures as plain HTML. */
object PlainPage:
  private val About =
    "This is the verdict without scripts. Scripts in this file draw the graphs, all numbers, the filters and the " +
      "answer to your question, so please allow them. They load nothing from the network."

  def of(judgements: List[Judgement]): String =
    val blocks = judgements.flatMap(SummaryBlock.of(_, everyRanking = true)).map(html)
    s"<h1>Broker shootout</h1>\n<p class=\"warning\">$About</p>\n${blocks.mkString("\n")}"

  private def html(block: SummaryBlock): String = block match
    case SummaryBlock.Heading(text) => s"<h2>${escaped(text)}</h2>"
    case SummaryBlock.Said(parts) => s"<p>${parts.map(part).mkString}</p>"
    case SummaryBlock.Grid(title, head, rows) =>
      val lines =
        rows.map(workloads => s"<tr>${workloads.map(workload => s"<td>${escaped(workload)}</td>").mkString}</tr>")
      val heads = head.map(text => s"<th scope=\"col\">${escaped(text)}</th>").mkString
      s"<h3>${escaped(title)}</h3>\n<div class=\"scrolling\"><table>\n<thead><tr>$heads</tr></thead>\n" +
        s"<tbody>\n${lines.mkString("\n")}\n</tbody>\n</table></div>"
    case SummaryBlock.Listed(title, items) =>
      s"<p>${escaped(title)}</p>\n<ul>${items.map(item => s"<li>${escaped(item)}</li>").mkString}</ul>"

  private def part(one: Part): String =
    if one.strong then s"<strong>${escaped(one.text)}</strong>" else escaped(one.text)

  private def escaped(text: String): String = Page.inAttribute(text)
