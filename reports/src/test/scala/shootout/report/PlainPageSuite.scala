package shootout.report

import shootout.analysis.{JudgedResult, Judgement, PartialResults}

class PlainPageSuite extends munit.FunSuite:
  private def of(files: JudgedResult*): String = PlainPage.of(Judgement.perMachine(files.toList))

  test("verdict, rankings and failures are tables without a script"):
    val html = of(PartialResults.quick*)
    assert(html.contains("<h3>Verdict</h3>"), html)
    assert(html.contains("<h3>Ranking: All at full speed</h3>") && html.contains("<h3>Ranking: Latency</h3>"), html)
    assert(
      "<tr><td>1</td><td>ActiveMQ Apollo · STOMP 1.7.1, memory only</td><td>[\\d.]+×</td>".r
        .findFirstIn(html).isDefined,
      html
    )
    assert(html.contains("<p>Failures and outliers:</p>"), html)
    assert(!html.contains("<script"), html)

  test("a text of a file is not HTML"):
    import PartialResults.{at, row}
    val html = of(PartialResults.judged(List(row("A</noscript><img src=x>", at("c", 1)), row("B", at("c", 2))))*)
    assert(html.contains("A&lt;/noscript&gt;&lt;img src=x&gt;"), html)
    assert(!html.contains("</noscript>") && !html.contains("<img"), html)
