package shootout.report

/** Parts a cell, or a mean, into what the page needs at once and what only an opened cell shows. Both together, one laid over the other, are
  * all of it.
  */
object Apart:
  /** Whether what stands at this path of a cell waits until the cell is opened. */
  private def isApart(path: List[String]): Boolean = path match
    case ("log_tail" | "timing" | "drain" | "started_at_ms" | "fingerprint") :: Nil => true
    case "summary" :: ("confirmed" | "acknowledged") :: Nil => true
    case "summary" :: _ :: ("min_per_s" | "max_per_s" | "us_min") :: Nil => true
    case "resources" :: ("load1m" | "client_cores_usable" | "nodes") :: Nil => true
    case "resources" :: _ :: ("read_bytes_per_s" | "gc_share") :: Nil => true
    case _ => false

  /** @return
    *   what the page needs at once, and the rest
    */
  def parted(cell: ujson.Value): (ujson.Obj, ujson.Obj) = parted(cell, Nil)

  private def parted(value: ujson.Value, within: List[String]): (ujson.Obj, ujson.Obj) =
    val (head, rest) = (ujson.Obj(), ujson.Obj())
    value.obj.foreach: (key, member) =>
      val path = within :+ key
      if isApart(path) then rest(key) = member
      else if member.objOpt.isEmpty then head(key) = member
      else
        val (kept, other) = parted(member, path)
        head(key) = kept
        if other.obj.nonEmpty then rest(key) = other
    (head, rest)

  /** Of a single repetition most of its mean stands in its cell, too, where the page finds it: that part of the mean waits as well.
    *
    * @param cells
    *   of the mean's file, with its id
    */
  def partedMean(mean: ujson.Value, cells: List[ujson.Value]): (ujson.Obj, ujson.Obj) =
    val only = Option.when(cells.sizeIs == 1 && mean.numberAt("repetitions").contains(1.0))(cells.head)
    def repeated(key: String, member: ujson.Value) =
      only.exists(cell => cell.at("summary", key).orElse(cell.at(key)).exists(shown(_) == shown(member)))
    val (rest, head) = mean.obj.toList.partition((key, member) => key != "id" && repeated(key, member))
    (ujson.Obj.from(head), ujson.Obj.from(rest))

  private def shown(value: ujson.Value): ujson.Value = Rounded(Curves.without(value))
