package shootout.machine

import shootout.result.{ProcessCounter, ProcessSample, ResourceSample}

/** What broker, generator and machine used in one interval, where several load JVMs of one machine are the generator. */
object JoinedResources:
  /** @param parts
    *   as each of the load JVMs read it: all know the machine and themselves, and take the others for strangers; the first one knows
    *   the broker
    */
  def of(parts: List[ResourceSample]): ResourceSample =
    val first = parts.head
    val others = sum(parts.tail.map(_.clientShare))
    first.copy(
      client = parts.map(_.client).reduce(added),
      foreignShare = for foreign <- first.foreignShare; known <- others yield math.max(0, foreign - known),
      clientShare = sum(parts.map(_.clientShare))
    )

  private def added(a: ProcessSample, b: ProcessSample): ProcessSample =
    ProcessSample(
      a.cpuCores + b.cpuCores,
      a.residentBytes + b.residentBytes,
      ProcessCounter.rates(counter => sum(List(a.rate(counter), b.rate(counter))))
    )

  /** None unless all are known. */
  private def sum(values: List[Option[Double]]): Option[Double] =
    Option.when(values.forall(_.isDefined))(values.flatten.sum)
