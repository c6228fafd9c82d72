package shootout.campaign

import shootout.metrics.FeedAddress
import shootout.scenario.Plan
import shootout.units.Json

import java.nio.file.{Files, Path}

/** What the orchestrator hands to a load JVM, in a file: the cells as they were resolved, once for all of them.
  *
  * @param plan
  *   what is asked for
  * @param whole
  *   all cells of the scenarios in this profile, see [[Prepared]]
  * @param feed
  *   where to tell what is being measured; none: nobody asks
  */
final case class WorkOrder(assignment: Assignment, plan: Plan, whole: Plan, feed: Option[FeedAddress] = None)
    derives Json.ReadWriter:
  def write(file: Path): Unit = Files.writeString(file, Json.write(this))

object WorkOrder:
  def read(file: Path): WorkOrder = Json.read[WorkOrder](Files.readString(file))
