package shootout.report.judge

import java.nio.file.{Files, Path}
import shootout.report.Rounded

/** What the page makes of any need is what is judged here: `web-test/need.test.js` reads the same cases. They are written with
  * `SHOOTOUT_WRITE=yes`.
  */
class NeedGoldenSuite extends munit.FunSuite:
  private val saved =
    Path.of(sys.props.getOrElse("shootout.home", "..")).resolve("reports/src/test/resources/judged/needs.json")

  private val needs =
    for
      rate <- List(1.0, 1000.0, 1000.5, 2000.0, 5000.0, 6000.0, 20000.0, 50000.0)
      bytes <- List(20.0, 1024.0, 2000.0)
      kept <- Kept.values.toList
      p99Ms <- List(0.5, 10, 20, 100)
    yield Need(rate, bytes, kept, 1000 * p99Ms)

  /** Some of them for each case, others each time, but so many of each. */
  private val EachTime = 29

  private def asks(judgement: Judgement, nth: Int): List[ujson.Value] =
    needs.zipWithIndex.filter((_, i) => i % (needs.size / EachTime) == nth % (needs.size / EachTime)).map((need, i) =>
      // a reader may hide loads and rows
      val figures = judgement.figures.zipWithIndex.filter((_, j) => i % 3 != 0 || j % 3 != 0).map(_._1)
      val rows = judgement.rows.filter(row => i % 4 != 0 || row.index % 2 == 0)
      val certainOnly = i % 2 == 0
      val answers = Answers.of(need, figures, rows, certainOnly)
      ujson.Arr(
        s"${short(need.perSecond)}-${short(need.bytes)}-${need.kept.word}-${short(need.p99Us / 1000)}",
        certainOnly,
        figures.filter(_.isPlain).map(figure => ujson.Arr(figure.group, figure.id)),
        Rounded(ujson.Arr.from(answers.map(answer)))
      )
    )

  private def short(number: Double): String = if number == math.rint(number) then number.toLong.toString else s"$number"

  private def number(value: Option[Double]): ujson.Value = value.fold(ujson.Null)(ujson.Num(_))

  private def answer(one: Answer): ujson.Value =
    val figure = one.at.map(_.figure).orElse(one.full.map(_._1))
    ujson.Arr(
      one.row.file,
      one.can.name,
      one.because,
      figure.fold(ujson.Null)(cell => ujson.Str(cell.id)),
      number(one.at.map(_.perSecond).orElse(one.full.map(_._2))),
      number(one.at.flatMap(_.p99).map(_.value)),
      number(one.reach.flatMap(_.below).map(_.perSecond)),
      number(one.reach.map(_.upTo)),
      number(one.reach.flatMap(_.breaks)),
      one.reach.exists(_.barely),
      one.reach.exists(_.tooSlow),
      one.unstored
    )

  private def cases: List[String] =
    for ((name, files), nth) <- NeedCases.all.zipWithIndex yield
      val judgement = Judgement(files)
      val told = ujson.write(Rounded(NeedData.of(judgement)))
      val asked = asks(judgement, nth).map(ask => s"  ${ujson.write(ask)}").mkString(",\n")
      s"""{"name": ${ujson.write(name)}, "files": ${files.size}, "told": $told, "asks": [\n$asked\n]}"""

  test("what the page chooses from is what is judged here"):
    val now = cases.mkString("[\n", ",\n", "\n]\n")
    if sys.env.contains("SHOOTOUT_WRITE") then Files.writeString(saved, now): Unit
    assertEquals(Files.readString(saved), now, "the judgement has changed: run this suite with SHOOTOUT_WRITE=yes")

  test("the cases have every kind of answer"):
    val all = ujson.read(Files.readString(saved)).arr.flatMap(_("asks").arr).flatMap(_(3).arr)
    assertEquals(all.map(_(1).str).toSet, Set("yes", "no", "open"))
    for words <- List(
        "promises less",
        "p99 not known",
        "not measured with this load",
        "at full speed",
        "its latency at",
        "is uncertain",
        "failed: it broke",
        "sent 60 %",
        "the highest that was tried",
        "though",
        "delivered before it was stored"
      )
    do assert(all.exists(_(2).str.contains(words)), words)
    assert(all.exists(_(9).bool) && all.exists(_(10).bool) && all.exists(!_(6).isNull) && all.exists(!_(8).isNull))
