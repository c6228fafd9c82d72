package shootout.machine

import shootout.result.{ProcessCounter, ProcessSample}

import scala.collection.immutable.ListMap

/** What one process has used since it began.
  *
  * @param startedAt
  *   tells it from a later process with the same number, by whatever count
  * @param counted
  *   as far as the system and the process tell
  */
final case class ProcessUse(
    pid: Long,
    startedAt: Long,
    cpuNanos: Long,
    residentBytes: Long,
    counted: Map[ProcessCounter, Long] = Map.empty
)

object ProcessUse:
  /** What was used between two readings, of processes that come and go: one that is new used all it has, one that is
    * gone used nothing that we know of since it was last seen.
    */
  def between(before: List[ProcessUse], after: List[ProcessUse], seconds: Double): ProcessSample =
    val earlier = before.map(p => (p.pid, p.startedAt) -> p).toMap
    def used(counter: ProcessUse => Option[Long]): Option[Double] =
      val grown =
        for p <- after; now <- counter(p) yield
          val seen = earlier.get((p.pid, p.startedAt)).flatMap(counter).getOrElse(0L)
          math.max(0L, now - seen)
      Option.when(grown.nonEmpty)(grown.sum / seconds)
    ProcessSample(
      cpuCores = used(p => Some(p.cpuNanos)).getOrElse(0.0) / 1e9,
      residentBytes = after.map(_.residentBytes).sum,
      counted = ProcessCounter.rates(counter => used(_.counted.get(counter)).map(_ / counter.each))
    )

  /** The same of each node, by its number; of a single one nothing, for it is all there is. */
  def ofNodes(
      before: List[List[ProcessUse]],
      after: List[List[ProcessUse]],
      seconds: Double
  ): Map[String, ProcessSample] =
    if after.sizeIs < 2 then Map.empty
    else
      val each = after.zip(before.padTo(after.size, Nil)).zipWithIndex
      ListMap.from(each.map { case ((now, earlier), i) => s"${i + 1}" -> between(earlier, now, seconds) })
