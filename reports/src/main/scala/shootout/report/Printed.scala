package shootout.report

import shootout.report.judge.{Need, SummaryFormat, WrittenSummary}

/** What is printed of results, instead of a page: verdict and ranking, or, if somebody needs something, which rows can do it. */
case class Printed(format: SummaryFormat, need: Option[Need]):
  def of(files: List[ujson.Value]): String =
    need.fold(WrittenSummary.of(files, format))(WrittenSummary.of(files, _, format))

object Printed:
  /** As the options `--summary` and `--need` say; `None` without either. Left: what is wrong with them. */
  def asked(summary: Option[String], need: Option[String]): Either[List[String], Option[Printed]] =
    val formats =
      summary.map(name =>
        SummaryFormat.of(name).toRight(s"--summary: ${SummaryFormat.names.mkString(", ")}, not '$name'")
      )
    val needs = need.map(text => Need.read(text).left.map(why => s"--need: $why"))
    val wrong = List(formats, needs).flatten.collect { case Left(why) => why }
    if wrong.nonEmpty then Left(wrong)
    else
      val printed = Printed(formats.flatMap(_.toOption).getOrElse(SummaryFormat.Text), needs.flatMap(_.toOption))
      Right(Option.when(summary.isDefined || need.isDefined)(printed))
