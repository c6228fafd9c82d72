package shootout.result

/** Keys that older tools wrote by another name. Files get today's when they are read, so that nobody behind this knows the others. */
object OlderKeys:
  /** In which section, what it was called, and what it is called now. */
  private val renamed = List(("broker", "mind", "caution"))

  /** Changes the file. */
  def renew(file: ujson.Value): Unit =
    for
      (section, before, now) <- renamed
      members <- file.objOpt.flatMap(_.get(section)).flatMap(_.objOpt)
      said <- members.remove(before)
      if !members.contains(now)
    do members(now) = said
