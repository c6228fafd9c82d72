package shootout.report.judge

import NeedData.number

/** Answers for programs. */
object NeedJson:
  def of(need: Need, answers: Seq[Answer]): ujson.Obj = ujson.Obj(
    "format" -> "broker-shootout-need",
    "format_version" -> 1,
    "need" -> ujson.Obj(
      "rate_per_s" -> need.perSecond,
      "message_size_bytes" -> need.bytes,
      "kept" -> need.kept.word,
      "p99_us" -> need.p99Us
    ),
    "answers" -> answers.map(answer(need, _))
  )

  /** `can`: `yes`, `no`, or `open`, for it is not known; `at`: the rate that decides; of a row that can, `below`: the next lower one, where the
    * rate that is needed was not measured; `up_to_per_s`: how far it surely goes, `margin` times what is needed; `breaks_per_s`: the
    * next rate that was tried, which it does not do, or `barely`, or holds
    * with a p99 above the limit (`too_slow`).
    */
  private[judge] def answer(need: Need, one: Answer): ujson.Obj =
    val (reach, can) = (one.reach, one.can == Can.Yes)
    ujson.Obj(
      "row" -> JudgedJson.row(one.row),
      "can" -> one.can.name,
      "because" -> one.because,
      "at" -> one.at.fold[ujson.Value](ujson.Null)(rate),
      "below" -> reach.flatMap(_.below).fold[ujson.Value](ujson.Null)(rate),
      "up_to_per_s" -> number(reach.map(_.upTo)),
      "margin" -> number(reach.map(_.upTo / need.perSecond)),
      "breaks_per_s" -> number(reach.flatMap(_.breaks)),
      "barely" -> reach.exists(_.barely),
      "too_slow" -> reach.exists(_.tooSlow),
      "unstored" -> (can && one.unstored),
      "full_speed" -> one.full.fold[ujson.Value](ujson.Null)((figure, carried) =>
        ujson.Obj("cell" -> JudgedJson.cell(figure), "rate_per_s" -> carried)
      )
    )

  private def rate(one: AtRate): ujson.Obj = ujson.Obj.from(
    List[(String, ujson.Value)](
      "cell" -> JudgedJson.cell(one.figure),
      "rate_per_s" -> one.perSecond,
      "held" -> one.held,
      "p99_us" -> number(one.p99.map(_.value))
    ) ++ NeedData.costs(one)
  )
