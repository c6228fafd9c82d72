package shootout.report

import java.nio.charset.StandardCharsets.UTF_8
import scala.util.Using
import shootout.analysis.{Choice, Contender, Judgement, Machine}
import shootout.report.judge.{ChooserData, CostsJson, JudgedJson, PairsJson, StandingsJson}

/** Writes each page as one text that contains style, scripts and data, so that it opens from disk and offline. Only a
  * report may have files next to it, with what its opened workloads show.
  */
object Page:
  /** Which scripts the policy of a page allows, unless there are files next to it. */
  private val ScriptsInPage = "script-src 'unsafe-inline'"

  private val Libraries = List("vendor/jquery-3.7.1.min.js", "vendor/jquery.flot-4.2.6.js")

  /** The report with everything in it.
    *
    * @param problems
    *   what was left out, which the page also shows
    */
  def single(files: List[ResultDocument], problems: List[String]): String =
    val details = PageData.groups(files).map(group => group -> PageData.details(files, group))
    report(files, problems, None, details.map((group, json) => zipped("series", List("group" -> group), json)))

  /** The report, and the files that belong next to it. */
  def parted(files: List[ResultDocument], problems: List[String]): (String, List[DataFile]) =
    val beside = DataFile.all(PageData.groups(files).map(group => group -> Gzip.base64(PageData.details(files, group))))
    val places = ujson.Obj.from(
      beside.map(file => file.group -> ujson.Obj("path" -> ujson.Str(file.path), "stamp" -> ujson.Str(file.stamp)))
    )
    (report(files, problems, Some(places), Nil, s"$ScriptsInPage 'self' file:"), beside)

  /** @param beside
    *   where the details of each group are; none if they are in the page
    */
  private def report(
      files: List[ResultDocument],
      problems: List[String],
      beside: Option[ujson.Value],
      details: List[String],
      policy: String = ScriptsInPage
  ): String =
    val judgements = Judgement.perMachine(files.map(_.judged))
    val all = judgements match
      case List(alone) => alone
      case _ => Judgement(files.map(_.judged))
    val data = ujson.Obj(
      "known" -> JudgingRules.json,
      "results" -> PageData.head(files),
      "rows" -> rows(files),
      "judged" -> judged(judgements),
      "standings" -> Rounded(StandingsJson.of(all)),
      "needs" -> Rounded(ChooserData.of(all)),
      "costs" -> costs(all, judgements),
      "pairs" -> PairsJson.of(all, judgements),
      "problems" -> ujson.Arr.from(problems),
      "beside" -> beside.getOrElse(ujson.Null)
    )
    page(
      zipped("data", Nil, data) :: texts ++ details,
      Libraries,
      List("report.css"),
      "report.js",
      policy,
      PlainPage.of(judgements)
    )

  /** What changed between two results. It has no charts, so it needs no libraries. */
  def comparison(json: ujson.Value): String =
    page(List(script("comparison", json)), Nil, List("report.css", "compare.css"), "compare.js")

  /** The list of runs. */
  def runs(json: ujson.Value): String =
    page(List(script("runs", json)), Nil, List("report.css"), "runs.js")

  private val WithoutScripts =
    "<p>Scripts in this file draw the page. They load nothing from the network, so please allow them.</p>"

  /** @param policy
    *   which scripts may run
    * @param plain
    *   HTML that a browser without scripts shows
    */
  private def page(
      data: List[String],
      libraries: List[String],
      styles: List[String],
      entry: String,
      policy: String = ScriptsInPage,
      plain: String = WithoutScripts
  ): String =
    val template = asset("index.html")
    require(template.contains(ScriptsInPage), s"index.html lacks $ScriptsInPage")
    val scripts = libraries.map(name => s"<script>${inScript(asset(name))}</script>")
    val module = s"<script type=\"module\">\n${inScript(Modules.join(entry, asset))}</script>"
    fill(
      template.replace(ScriptsInPage, policy),
      "style" -> s"<style>\n${styles.map(asset).mkString}</style>",
      "plain" -> plain,
      "data" -> data.mkString("\n"),
      "scripts" -> (scripts :+ module).mkString("\n")
    )

  /** What the results say under each choice of the numbers that count. The page draws this and judges nothing. */
  private def judged(judgements: List[Judgement]): ujson.Value =
    Rounded(ujson.Arr.from(judgements.flatMap(one => Choice.all.map(JudgedJson.of(one, _)))))

  /** What settings cost each contender: by all numbers, and by certain ones only. */
  private def costs(all: Judgement, judgements: List[Judgement]): ujson.Value =
    ujson.Arr.from(List(false, true).map(CostsJson.of(all, judgements, _)))

  /** The contenders in their order, each with the index of its file, its label and its machine. */
  private def rows(files: List[ResultDocument]): ujson.Value =
    val machines = Some(Machine.of(files.map(_.result))).filter(_.sizeIs > 1).getOrElse(Nil)
    ujson.Arr.from(Contender.all(files.map(_.judged)).map: one =>
      val machine = machines.find(_.files(one.file)).fold(one.result.environment.host)(_.label)
      ujson.Obj("file" -> one.file, "label" -> one.label, "machine" -> machine))

  private def texts: List[String] =
    def template(name: String, html: String) = s"<template class=\"$name\">$html</template>"
    List(
      template("guide", asset("guide.html")),
      template("methods", Methods.html(Resources.text("docs/methodology.md")))
    )

  private def script(kind: String, json: ujson.Value): String =
    s"<script type=\"application/json\" class=\"$kind\">${inJson(json)}</script>"

  /** JSON that the page unpacks (`web/lib/data.js`). */
  private def zipped(kind: String, about: List[(String, String)], json: ujson.Value): String =
    val attributes = about.map((key, value) => s" data-$key=\"${inAttribute(value)}\"").mkString
    s"<script type=\"text/plain\" class=\"$kind\"$attributes>${Gzip.base64(json)}</script>"

  /** JSON without `<`, so that nothing in it can end the script element or start another one. */
  def inJson(json: ujson.Value): String = ujson.write(json).replace("<", "\\u003c")

  def inAttribute(text: String): String =
    text.replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;").replace(">", "&gt;")

  private def inScript(text: String): String =
    require(!text.contains("<!--"), "a script may not contain <!--")
    text.replace("</script", "<\\/script")

  /** Replaces the comment with each part's name by that part. */
  private def fill(template: String, parts: (String, String)*): String =
    parts.foldLeft(template): (text, part) =>
      val place = s"<!-- shootout:${part(0)} -->"
      require(text.contains(place), s"index.html lacks $place")
      text.replace(place, part(1))

  private def asset(name: String): String = Resources.text(s"web/$name")

/** Files that are packaged with the tool. */
object Resources:
  /** The text of a file of the page (`web/...`) or of the documentation (`docs/...`). */
  def text(name: String): String =
    val stream = Option(getClass.getResourceAsStream(s"/shootout/report/$name"))
    Using.resource(stream.getOrElse(throw IllegalStateException(s"$name is not on the class path"))): in =>
      String(in.readAllBytes(), UTF_8)
