package shootout.report

/** What a page cannot be drawn without. It is less than the schema demands, for files of older tools lack newer keys. */
object Needed:
  /** `[]`: in each of a list; `?`: only where the key before it is there. */
  private val paths = List(
    "tool.name tool.version protocol",
    "broker.name broker.available broker.log_tail broker.configuration[].path broker.configuration[].text",
    "broker.deviations broker.cannot",
    "environment.host environment.cpu environment.cores environment.memory_bytes",
    "settings.profile settings.repetitions settings.command_line",
    "started_at_ms",
    "groups[].name groups[].title groups[].sections",
    "cells[].id cells[].group cells[].title cells[].axes",
    "cells[].load.producers cells[].load.consumers cells[].load.destinations",
    "cells[].phase?.index cells[].phase?.count cells[].phase?.name",
    "cells[].status cells[].log_tail cells[].notes",
    "cells[].samples[].t_s cells[].samples[].interval_s cells[].samples[].groups[].name",
    "cells[].samples[].groups[].role cells[].samples[].groups[].consumed cells[].samples[].groups[].connected",
    "cells[].summary?.produced.mean_per_s cells[].summary?.produced.stdev_per_s",
    "cells[].summary?.consumed.mean_per_s cells[].summary?.consumed.stdev_per_s"
  ).flatMap(_.split(' ')).map(_.split('.').toList)

  /** Paths of what is missing; nothing is said of what is of another type than it should be. */
  def missing(file: ujson.Value): List[String] = paths.flatMap(missing(file, _, "")).distinct

  private def missing(value: ujson.Value, steps: List[String], path: String): List[String] =
    (value, steps) match
      case (ujson.Obj(members), step :: rest) =>
        val key = step.stripSuffix("[]").stripSuffix("?")
        val here = Shape.below(path, key)
        members.get(key).filterNot(_.isNull) match
          case None => if step.endsWith("?") then Nil else List(here)
          case Some(ujson.Arr(items)) if step.endsWith("[]") =>
            items.iterator.zipWithIndex.flatMap((item, i) => missing(item, rest, s"$here[$i]")).toList
          case Some(inner) => missing(inner, rest, here)
      case _ => Nil
