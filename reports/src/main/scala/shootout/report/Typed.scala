package shootout.report

import shootout.result.Amount
import shootout.units.Json

/** Files of older tools have the values of axes and steps as text alone. They get the numbers that newer ones have beside it, so that nobody
  * behind this reads such texts.
  */
object Typed:
  /** Changes the file. */
  def of(file: ujson.Value): Unit = file.listAt("cells").filter(_.objOpt.isDefined).foreach: cell =>
    if cell.at("axis_values").isEmpty then
      cell("axis_values") = Json.writeJs(Amount.all(texts(cell.at("axes"))))
      for step <- cell.listAt("steps") if step.objOpt.isDefined && step.at("amount").isEmpty do
        step("amount") = Json.writeJs(step.textAt("value").flatMap(text => Amount.of(text)))

  private def texts(axes: Option[ujson.Value]): Map[String, String] =
    axes.flatMap(_.objOpt).fold(Map.empty)(_.toMap.collect { case (name, ujson.Str(text)) => name -> text })
