package shootout.machine

import shootout.result.{ProcessSample, ResourceSample}

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
    def both(value: ProcessSample => Option[Double]) = sum(List(value(a), value(b)))
    ProcessSample(
      a.cpuCores + b.cpuCores,
      a.residentBytes + b.residentBytes,
      both(_.readBytesPerS),
      both(_.writtenBytesPerS),
      both(_.gcShare),
      both(_.runDelayMsPerS)
    )

  /** None unless all are known. */
  private def sum(values: List[Option[Double]]): Option[Double] =
    Option.when(values.forall(_.isDefined))(values.flatten.sum)
