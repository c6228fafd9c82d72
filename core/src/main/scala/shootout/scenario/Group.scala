package shootout.scenario

import shootout.units.Json

/** How a report lays out the cells of a group: names of axes.
  *
  * @param sections
  *   one block of small multiples for each combination of these axes
  */
case class Layout(across: Option[String], down: Option[String], sections: List[String]) derives Json.ReadWriter

/** A group of scenarios as people see it: one section of the report.
  *
  * @param apis
  *   the programming interfaces that it asks for (`jms`): drivers of another one leave it out; none: it is for all
  * @param declared
  *   the file that declares it; none: it was not read from one
  */
case class Group(
    name: String,
    title: String,
    about: String,
    layout: Layout,
    apis: List[String] = Nil,
    declared: Option[ScenarioText] = None
) derives Json.ReadWriter

/** A scenario file as it was read: its name without its folder, and what stands in it. */
case class ScenarioText(file: String, yaml: String) derives Json.ReadWriter
