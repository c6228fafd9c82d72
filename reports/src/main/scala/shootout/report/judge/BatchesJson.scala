package shootout.report.judge

/** Loads of batches as data, for the page and for programs. Times are microseconds, rates messages per second. */
object BatchesJson:
  def of(one: Batches): ujson.Obj = ujson.Obj(
    "title" -> BatchesWords.title(one),
    "about" -> one.about,
    "replicated" -> one.replicated,
    "unsupported" -> one.unsupported.map(contender => ujson.Obj("row" -> JudgedJson.row(contender))),
    "loads" -> one.loads.map(load),
    "prices" -> one.prices.map((load, all) =>
      ujson.Obj("threads" -> load.threads, "cell" -> JudgedJson.cell(load.figure), "rows" -> all.map(price))
    )
  )

  private def load(one: Batch): ujson.Obj = ujson.Obj(
    "threads" -> one.threads,
    "cell" -> JudgedJson.cell(one.figure),
    "fastest" -> BatchesWords.fastest(one),
    "rows" -> one.paces.map(p =>
      ujson.Obj(
        "row" -> JudgedJson.row(p.contender),
        "replicated" -> p.contender.replicated,
        "nodes" -> BatchesWords.nodes(p.contender),
        "status" -> p.state.name,
        "fastest" -> one.fastest.contains(p),
        "sent" -> number(p.sent),
        "received" -> number(p.received),
        "send_us_p95" -> number(p.sendP95),
        "processing_us_p95" -> number(p.processing),
        "behind" -> p.behind.getOrElse("")
      )
    )
  )

  private def number(one: Option[Number]): ujson.Value =
    one.fold(ujson.Null)(n => ujson.Obj("value" -> n.value, "half" -> n.half, "guess" -> n.guess))

  private def price(one: Price): ujson.Obj = ujson.Obj(
    "row" -> JudgedJson.row(one.row.contender),
    "nodes" -> BatchesWords.nodes(one.row.contender),
    "single" -> ujson.Obj("row" -> JudgedJson.row(one.single.contender)),
    "guess" -> one.guess,
    "sent" -> ratio(one.sent),
    "received" -> ratio(one.received),
    "send_us_p95" -> ratio(one.sendP95),
    "processing_us_p95" -> ratio(one.processing),
    "behind" -> one.row.behind.orElse(one.single.behind).getOrElse("")
  )

  private def ratio(one: Option[Ratio]): ujson.Value = one.fold(ujson.Null): of =>
    val known = JudgedJson.ratio(of)
    known("interval") = Words.interval(of)
    known
