package shootout.report

import shootout.result.Amount
import shootout.units.Json

/** Files of older tools have the values of axes and steps as text alone. They get the numbers that newer ones have beside it, so that nobody
  * behind this reads such texts.
  */
object Typed:
  /** Changes the file. */
  def of(file: ujson.Value): Unit = file.listAt("cells").foreach: cell =>
    if cell.at("axis_values").isEmpty then
      cell("axis_values") = Json.writeJs(Amount.all(texts(cell.at("axes"))))
      cell.listAt("steps").foreach: step =>
        if step.at("amount").isEmpty then
          step("amount") = Json.writeJs(step.textAt("value").flatMap(Amount.of))

  private def texts(axes: Option[ujson.Value]): Map[String, String] =
    axes.flatMap(_.objOpt).fold(Map.empty)(_.toMap.collect { case (name, ujson.Str(text)) => name -> text })
