package shootout.host

import shootout.run.GeneratorPart
import shootout.scenario.Cell
import shootout.units.{Endpoint, Json}

/** What a load JVM tells the others that share the clients of a cell: the cell as it runs now, with the names and tags of this
  * measurement.
  *
  * @param part
  *   of whoever gets it
  * @param base
  *   and `tag`: see [[shootout.run.LinkedState]]
  * @param host
  *   and what follows: where the broker is, unless the command line says it
  */
final case class CellOrder(
    part: GeneratorPart,
    cell: Cell,
    repetition: Int,
    base: String,
    tag: Int,
    host: String,
    port: Int,
    login: Option[String],
    passcode: Option[String],
    others: List[(String, Int)],
    standby: List[(String, Int)]
) derives Json.ReadWriter:
  /** A broker that we started speaks no TLS, and is alone at its address. */
  def endpoint: Endpoint = Endpoint(host, port, login, passcode, None, others = others, standby = standby)

object CellOrder:
  /** @param to
    *   where the broker is
    */
  def of(part: GeneratorPart, cell: Cell, repetition: Int, base: String, tag: Int, to: Endpoint): CellOrder =
    CellOrder(part, cell, repetition, base, tag, to.host, to.port, to.login, to.passcode, to.others, to.standby)
