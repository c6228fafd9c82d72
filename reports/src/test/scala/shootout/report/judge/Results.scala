package shootout.report.judge

import java.nio.file.{Files, Path, Paths}
import scala.jdk.CollectionConverters.*
import scala.util.Using
import shootout.report.*
import shootout.result.OlderKeys

/** Result files: the golden ones, those of a real quick run cut down to what is judged, and ones made for a test. */
object Results:
  private def resource(name: String): Path = Paths.get(getClass.getResource(name).toURI)

  def golden: List[ujson.Value] =
    val paths = Using.resource(Files.list(resource("/golden")))(_.iterator.asScala.toList.sorted)
    paths.map(path => ujson.read(Files.readString(path)))

  def quick: List[ujson.Value] = saved("quick")

  /** A real short run of the profile `replicated`, cut down to what is judged, with the number of nodes. Receivers fall behind in some cells, and
    * one failed.
    */
  def replicated: List[ujson.Value] = saved("replicated")

  /** As [[ResultFiles]] reads files. */
  private def saved(name: String): List[ujson.Value] =
    val files = ujson.read(Files.readString(resource(s"/judged/$name.json"))).arr.toList
    for file <- files do
      OlderKeys.renew(file)
      Typed.of(file)
    files

  /** What the page of earlier versions made of them, by its own arithmetic. */
  def expected(name: String): ujson.Value = ujson.read(Files.readString(resource(s"/judged/$name-expected.json")))

  /** A file of one row: a broker of this name, with these cells. */
  def row(name: String, cells: ujson.Value*): ujson.Obj = ujson.Obj(
    "protocol" -> "stomp",
    "broker" -> ujson.Obj(
      "name" -> name,
      "title" -> name,
      "available" -> true,
      "durability" -> "fsync",
      "version" -> "1.0"
    ),
    "environment" -> ujson.Obj("host" -> "host"),
    "started_at_ms" -> 0,
    "groups" -> ujson.Arr(ujson.Obj("name" -> "g", "title" -> "G", "sections" -> ujson.Arr())),
    "cells" -> ujson.Arr.from(cells)
  )

  /** @param changes to the load */
  def cell(id: String, status: String, changes: (String, ujson.Value)*): ujson.Obj = ujson.Obj(
    "id" -> id,
    "repetition" -> 1,
    "group" -> "g",
    "title" -> id,
    "axes" -> ujson.Obj(),
    "load" -> ujson.Obj.from(
      List[(String, ujson.Value)](
        "producers" -> 1,
        "consumers" -> 1,
        "destinations" -> 1,
        "persistent" -> false,
        "message_size_bytes" -> 1024
      ) ++ changes
    ),
    "status" -> status,
    "samples" -> ujson.Arr(),
    "marks" -> ujson.Arr()
  )

  /** A measured cell that consumed so much a second. */
  def at(id: String, perSecond: Double, changes: (String, ujson.Value)*): ujson.Obj =
    val made = cell(id, "measured", changes*)
    val rate = ujson.Obj("mean_per_s" -> perSecond, "stdev_per_s" -> 0)
    made("summary") = ujson.Obj("produced" -> rate, "consumed" -> rate, "errors" -> 0)
    made

  /** One at a rate of a climb, with this p99, of so many messages, if it was held. */
  def climbing(rate: Int, p99: Option[Double], messages: Int = 1000): ujson.Obj =
    val made = at(s"at-$rate", rate, "open_loop" -> true)
    made("axes") = ujson.Obj("rate" -> s"$rate/s")
    made("axis_values") = ujson.Obj("rate" -> ujson.Obj("value" -> rate, "unit" -> "per_s"))
    made("climb") = ujson.Obj("axis" -> "rate", "held" -> p99.isDefined)
    made("summary")("end_to_end") = ujson.Obj("count" -> messages, "us_p99" -> p99.getOrElse(3e6))
    made

  extension (made: ujson.Obj)
    def marked(mark: String): ujson.Obj =
      made("marks") = ujson.Arr(ujson.Obj("mark" -> mark, "letter" -> mark.take(1).toUpperCase))
      made

    def wrote(bytesPerSecond: Double): ujson.Obj =
      made("resources") = ujson.Obj("broker" -> ujson.Obj("written_bytes_per_s" -> bytesPerSecond))
      made
