package shootout.report

/** What the page cannot do without, by key. It is less than `docs/result.schema.json` demands: a page shall be drawn from
  * files of older tools, too.
  */
enum Shape:
  case Text, Number, Truth
  case ListOf(item: Shape)
  case Fields(fields: (String, Shape)*)

  /** An object whose values, whatever their keys, are of this shape. */
  case ObjectOf(value: Shape)

  /** Null or absent, or else of this shape. */
  case Maybe(shape: Shape)

  /** Paths of what is missing or of another type. */
  def complaints(value: ujson.Value, path: String = ""): List[String] =
    val ok: Boolean => List[String] = right => if right then Nil else List(if path.isEmpty then "the file" else path)
    this match
      case Text => ok(value.strOpt.isDefined)
      case Number => ok(value.numOpt.isDefined)
      case Truth => ok(value.boolOpt.isDefined)
      case Maybe(shape) => if value.isNull then Nil else shape.complaints(value, path)
      case ListOf(item) =>
        value.arrOpt.fold(ok(false))(_.zipWithIndex.flatMap((v, i) => item.complaints(v, s"$path[$i]")).toList)
      case ObjectOf(shape) =>
        value.objOpt.fold(ok(false))(_.flatMap((key, v) => shape.complaints(v, join(path, key))).toList)
      case Fields(fields*) =>
        value.objOpt.fold(ok(false)): members =>
          fields.toList.flatMap((key, shape) => shape.complaints(members.getOrElse(key, ujson.Null), join(path, key)))

  private def join(path: String, key: String): String = if path.isEmpty then key else s"$path.$key"

object Shape:
  private val texts = ListOf(Text)

  private val broker = Fields(
    "name" -> Text,
    "available" -> Truth,
    "log_tail" -> texts,
    "configuration" -> ListOf(Fields("path" -> Text, "text" -> Text)),
    "deviations" -> texts,
    "cannot" -> texts
  )

  private val rate = Fields("mean_per_s" -> Number, "stdev_per_s" -> Number)
  private val summary = Fields("produced" -> rate, "consumed" -> rate)

  private val sample = Fields(
    "t_s" -> Number,
    "interval_s" -> Number,
    "groups" -> ListOf(Fields("name" -> Text, "role" -> Text, "consumed" -> Number, "connected" -> Number))
  )

  private val cell = Fields(
    "id" -> Text,
    "group" -> Text,
    "title" -> Text,
    "axes" -> ObjectOf(Text),
    "load" -> Fields("producers" -> Number, "consumers" -> Number, "destinations" -> Number),
    "phase" -> Maybe(Fields("index" -> Number, "count" -> Number, "name" -> Text)),
    "status" -> Text,
    "log_tail" -> texts,
    "notes" -> texts,
    "samples" -> ListOf(sample),
    "summary" -> Maybe(summary)
  )

  /** A result file of format version 1. */
  val resultFile: Shape = Fields(
    "tool" -> Fields("name" -> Text, "version" -> Text),
    "protocol" -> Text,
    "broker" -> broker,
    "environment" -> Fields("host" -> Text, "cpu" -> Text, "cores" -> Number, "memory_bytes" -> Number),
    "settings" -> Fields("profile" -> Text, "repetitions" -> Number, "command_line" -> texts),
    "started_at_ms" -> Number,
    "groups" -> ListOf(Fields("name" -> Text, "title" -> Text, "sections" -> texts)),
    "cells" -> ListOf(cell)
  )
