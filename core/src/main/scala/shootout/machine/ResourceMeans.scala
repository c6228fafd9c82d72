package shootout.machine

import shootout.result.{ProcessCounter, ProcessSample, ProcessSummary, ResourceSample, ResourceSummary, Sample}

import scala.collection.immutable.ListMap

/** Computes the resources over all samples of a workload: means weighted by the samples' lengths. */
object ResourceMeans:
  /** @param coresUsable
    *   see [[ResourceSummary]]
    * @return
    *   none if no sample has resources
    */
  def of(samples: List[Sample], coresUsable: Int): Option[ResourceSummary] =
    val read = for s <- samples; r <- s.resources yield s -> r
    Option.when(read.nonEmpty) {
      val brokers = for (s, r) <- read; b <- r.broker yield s -> b
      ResourceSummary(
        broker = Option.when(brokers.nonEmpty)(processes(brokers)),
        client = processes(read.map((s, r) => s -> r.client)),
        clientCoresUsable = coresUsable,
        stealShare = mean(read)(_.stealShare),
        busyShare = mean(read)(_.busyShare),
        load1m = mean(read)(_.load1m),
        foreignShare = meanKnown(read)(_.foreignShare),
        clientShare = meanKnown(read)(_.clientShare),
        nodes = nodes(read),
        schedulingGroups = read.flatMap(_._2.schedulingGroups).maxOption
      )
    }

  private def nodes(of: List[(Sample, ResourceSample)]): Map[String, ProcessSummary] =
    val numbers = of.flatMap(_._2.nodes.keys).distinct
    ListMap.from(numbers.map(n => n -> processes(for (s, r) <- of; node <- r.nodes.get(n) yield s -> node)))

  private def processes(of: List[(Sample, ProcessSample)]): ProcessSummary =
    val cores = mean(of)(_.cpuCores)
    val messages = mean(of.map((s, _) => s -> (s.producedPerS + s.consumedPerS)))(identity)
    ProcessSummary(
      cpuCores = cores,
      cpuUsPerMessage = Option.when(messages > 0)(cores * 1e6 / messages),
      residentBytesMax = of.map(_._2.residentBytes).max,
      counted = ProcessCounter.rates(counter => meanKnown(of)(_.rate(counter)))
    )

  /** The mean over the samples that have the value. */
  private def meanKnown[A](of: List[(Sample, A)])(value: A => Option[Double]): Option[Double] =
    val known = for (s, a) <- of; v <- value(a) yield s -> v
    Option.when(known.nonEmpty)(mean(known)(identity))

  private def mean[A](of: List[(Sample, A)])(value: A => Double): Double =
    val seconds = of.map(_._1.intervalS).sum
    if seconds <= 0 then 0 else of.map((s, a) => value(a) * s.intervalS).sum / seconds

/** The resources of broker, generator and machine in one interval, if several load JVMs of one machine are the
  * generator.
  */
object JoinedResources:
  /** @param parts
    *   the readings of the load JVMs; each knows the machine and itself and counts the others as foreign, and the
    *   first one knows the broker
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
