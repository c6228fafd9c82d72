package shootout.report

import scala.collection.mutable

/** Result files as the page holds them, so that one of many brokers opens as fast as one of a single broker. What it needs at once
  * (`head`) and what only an opened cell shows (`details`) stand apart; both are packed over all files, samples are columns, a
  * histogram is the curve of its percentiles, logs of latencies stay where they are, and measured numbers have seven digits. Everything else
  * is as in the files.
  */
object PageData:
  /** `files`, `number` of them, packed, each with its name (`file`), and with the number of its `cells` and `means`, which stand behind
    * each other, those of the first file first, packed. A cell tells its number of samples (`sample_count`), the seconds that they took (`measured_s`) and its client
    * groups (`client_groups`).
    */
  def head(files: List[ResultDocument]): ujson.Obj = ujson.Obj(
    "number" -> ujson.Num(files.size.toDouble),
    "files" -> Packed.of(files.map(about)),
    "cells" -> Packed.of(cellsOf(files).map(cell => Rounded(parts(cell)._1))),
    "means" -> Packed.of(meansOf(files).map((mean, cells) => Rounded(Apart.partedMean(plain(mean), cells)._1)))
  )

  /** Groups of cells, in order of appearance. */
  def groups(files: List[ResultDocument]): List[String] = cellsOf(files).flatMap(_.textAt("group")).distinct

  /** What the opened cells of a group show besides, in the order in which `head` has them; `series` of a cell are its samples, see
    * `columns`. The `means` are those of these cells.
    */
  def details(files: List[ResultDocument], group: String): ujson.Obj =
    def inGroup(cell: ujson.Value) = cell.textAt("group").contains(group)
    ujson.Obj(
      "group" -> ujson.Str(group),
      "cells" -> Packed.of(cellsOf(files).filter(inGroup).map(detailsOfCell)),
      "means" -> Packed.of(meansOf(files).filter((_, cells) => cells.exists(inGroup)).map((mean, of) =>
        detailsOfMean(mean, of)
      ))
    )

  private def cellsOf(files: List[ResultDocument]): List[ujson.Value] = files.flatMap(_.json.listAt("cells"))

  /** Each mean with the cells that it is of. */
  private def meansOf(files: List[ResultDocument]): List[(ujson.Value, List[ujson.Value])] =
    files.flatMap: file =>
      val cells = file.json.listAt("cells").groupBy(_.textAt("id"))
      meansIn(file).map(mean => (mean, cells.getOrElse(mean.textAt("id"), Nil)))

  private def meansIn(file: ResultDocument): List[ujson.Value] = file.json.listAt("means").filter(_.objOpt.isDefined)

  private def about(file: ResultDocument): ujson.Obj =
    val others = file.json.obj.toList.filterNot((key, _) => key == "cells" || key == "means")
    val made = ujson.Obj.from(others)
    made("cells") = file.json.listAt("cells").size
    if file.json.at("means").isDefined then made("means") = meansIn(file).size
    made("file") = file.path.getFileName.toString
    made

  private def plain(value: ujson.Value): ujson.Value = Curves.without(value)

  private def parts(cell: ujson.Value): (ujson.Obj, ujson.Obj) =
    val samples = cell.listAt("samples")
    val others = ujson.Obj.from(cell.obj.toList.filterNot((key, _) => key == "samples" || key == "latency_log"))
    val groups = samples.headOption.toList.flatMap(_.listAt("groups"))
    others("sample_count") = samples.size
    others("measured_s") = math.round(10 * samples.flatMap(_.numberAt("interval_s")).sum) / 10.0
    others("client_groups") = ujson.Arr.from(
      groups.map(group => ujson.Obj.from(List("name", "role").map(key => key -> group.at(key).getOrElse(ujson.Null))))
    )
    Apart.parted(plain(others))

  private def detailsOfCell(cell: ujson.Value): ujson.Value =
    val rest = Rounded(parts(cell)._2)
    rest("series") = Rounded(columns(cell.listAt("samples")))
    withCurves(rest, Curves.curves(cell))

  private def detailsOfMean(mean: ujson.Value, cells: List[ujson.Value]): ujson.Value =
    withCurves(Rounded(Apart.partedMean(plain(mean), cells)._2), Curves.curves(mean))

  /** Curves stand where their latencies do, also where the rest of these stands in the head. */
  private def withCurves(rest: ujson.Value, curves: ujson.Obj): ujson.Value =
    val made = ujson.Obj.from(rest.obj.toList)
    curves.obj.foreach: (key, found) =>
      val laid: ujson.Value = rest.at(key).filter(_.objOpt.isDefined) match
        case Some(known) if found.objOpt.isDefined => withCurves(known, ujson.Obj.from(found.obj.toList))
        case _ => found
      made(key) = laid
    made

  /** Samples as an object of columns by path, such as `groups.0.consumed`. A column of equal numbers is that number. */
  private def columns(samples: List[ujson.Value]): ujson.Obj =
    val found = mutable.LinkedHashMap.empty[String, Array[ujson.Value]]
    for
      (sample, i) <- samples.zipWithIndex
      (path, number) <- leaves(sample, "")
    do found.getOrElseUpdate(path, Array.fill(samples.size)(ujson.Null))(i) = number
    ujson.Obj.from(found.iterator.map: (path, column) =>
      path -> (if column.distinct.length == 1 then column.head else ujson.Arr.from(column)))

  private def leaves(value: ujson.Value, path: String): List[(String, ujson.Value)] =
    def below(key: String) = if path.isEmpty then key else s"$path.$key"
    value match
      case ujson.Obj(members) => members.toList.flatMap((key, member) => leaves(member, below(key)))
      case ujson.Arr(items) => items.toList.zipWithIndex.flatMap((item, i) => leaves(item, below(i.toString)))
      case number: ujson.Num => List(path -> number)
      case _ => Nil
