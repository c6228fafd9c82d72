package shootout.report.judge

import java.nio.file.{Files, Path}
import shootout.report.Rounded

/** What rows made of each load, whichever of them a reader shows: the page's tables reckon that anew for the rows that are left, and
  * `web-test/ranking.test.js` reads the same cases. They are written with `SHOOTOUT_WRITE=yes`.
  */
class StandingsGoldenSuite extends munit.FunSuite:
  private val saved =
    Path.of(sys.props.getOrElse("shootout.home", "..")).resolve("reports/src/test/resources/judged/standings.json")

  /** Result files, by name; those that stand in a file of that name need not stand here, too. */
  private def cases: List[(String, List[ujson.Value])] =
    val awkward = NeedCases.all.filter((name, _) => Set("few", "repeated", "uncertain", "failed", "full speed")(name))
    ("quick" -> Results.quick) :: ("ended" -> ended) :: ("machines" -> machines) :: awkward

  /** What ended a climb may be no fault of the row. */
  private def ended =
    import Climbs.changed
    import Climbs.Made.*
    def by(name: String, mark: String) = Climbs.row(name, 1000 -> 900, 5000 -> Out, 20000 -> Beyond).changed: cell =>
      if cell("id").str == "at-5000" then cell("marks") = ujson.Arr(ujson.Obj("mark" -> mark, "letter" -> "X"))
      if cell("id").str == "at-20000" then cell("climb")("beyond") = "at-5000"
    List(
      by("generator", "generator_bound"),
      by("busy", "busy"),
      by("noisy", "noisy"),
      Climbs.row("strong", 1000 -> 1000, 5000 -> 1500, 20000 -> 9000),
      Climbs.row("slow", 1000 -> 1000, 5000 -> 4000, 20000 -> 3000)
    )

  private def machines =
    def on(host: String, factor: Double) = List("A", "B", "C").zipWithIndex.map: (name, i) =>
      val file = Results.row(name, Results.at("c", factor * 100 * (i + 1)), Results.at("d", factor * 100))
      file("environment")("host") = host
      file
    on("one", 1) ++ on("two", 1000)

  /** All rows, without the first, and every second. */
  private val shown: List[Int => Boolean] = List(_ => true, _ > 0, _ % 2 == 0)

  private def number(value: Option[Double]): ujson.Value = value.fold(ujson.Null)(ujson.Num(_))

  private def standing(one: Standing): ujson.Value = ujson.Arr(
    one.entry.contender.label,
    one.state.name,
    number(one.number.map(_.value)),
    number(one.number.map(_.half)),
    one.number.exists(_.guess),
    number(one.factor)
  )

  private def asks(files: List[ujson.Value]): List[ujson.Value] =
    for
      judgement <- Judgement.perMachine(files); isShown <- shown; certainOnly <- List(false, true)
      rows = judgement.rows.filter(row => isShown(row.index)) if rows.nonEmpty
    yield
      val cells = judgement.figures.map: figure =>
        val made = Standings.of(figure, rows, certainOnly)
        ujson.Arr(figure.group, figure.id, ujson.Arr.from(made.map(standing)))
      Rounded(ujson.Arr(rows.toList.map(_.label), certainOnly, ujson.Arr.from(cells)))

  test("what tables show of each load, of whichever rows, is what is judged here"):
    val all = cases.map: (name, files) =>
      val inline = if name == "quick" then "" else s""""files": ${ujson.write(ujson.Arr.from(files))}, """
      s"""{"name": ${ujson.write(name)}, $inline"asks": [\n${asks(files).map(ujson.write(_)).mkString(",\n")}\n]}"""
    val now = all.mkString("[\n", ",\n", "\n]\n")
    if sys.env.contains("SHOOTOUT_WRITE") then Files.writeString(saved, now): Unit
    assertEquals(Files.readString(saved), now, "the judgement has changed: run this suite with SHOOTOUT_WRITE=yes")

  test("the cases have every state"):
    val all = ujson.read(Files.readString(saved)).arr.flatMap(_("asks").arr).flatMap(_(2).arr).flatMap(_(2).arr)
    // a row is left out for what it did not store in the ranking of persistent loads only
    assertEquals(all.map(_(1).str).toSet, State.values.filterNot(_ == State.Unexercised).map(_.name).toSet)
