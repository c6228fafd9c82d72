package shootout.analysis

import shootout.units.Durability

/** The contenders that are ranked against each other, and for which work.
  *
  * @param family
  *   `None` for all work that can be compared across workloads
  * @param durability
  *   for messages that must be stored: what a confirmed message survives. Contenders that promise different things do
  *   not compete.
  */
case class Division(family: Option[Family], durability: Option[Durability] = None):
  /** Its name in data and in addresses of the page. */
  def name: String = (family.map(_.name) ++ durability.map(_.word)).mkString("-")

  def title: String = (family.fold(Division.AllWorkloads)(_.title) :: durability.map(_.title).toList).mkString(", ")

  def has(contender: Contender): Boolean = durability.forall(contender.result.broker.durability.contains)

  /** Whether a workload counts in it. All work together excludes latencies at shares of a contender's own maximum,
    * because each contender had its own load. It also excludes rate sweeps, because the throughput already shows which
    * rates a contender can sustain.
    */
  def counts(load: LoadComparison): Boolean =
    family.fold(!load.ownRates && !load.isRateSweep)(load.families.contains)

  /** Why a contender is ranked but cannot win. */
  def whyExcluded(contender: Contender): Option[String] =
    if contender.discontinued then Some("discontinued")
    else Option.when(family.isEmpty && contender.result.broker.durability.contains(Durability.Memory))("stores nothing")

object Division:
  private val AllWorkloads = "All at full speed"

  /** All work, and each kind of work that has workloads. If two kinds have the same workloads, only one of them is
    * shown. Throughput gives way to the other one, which says more. Work with stored messages has a division for each
    * durability class with more than one contender.
    */
  def all(races: List[LoadRanking], rows: Vector[Contender]): List[Division] =
    def workloads(family: Family) = races.map(_.load).filter(_.families(family))
    val some = Family.values.toList.filter(workloads(_).nonEmpty)
    val (throughput, telling) = some.partition(_ == Family.Throughput)
    def tells(one: Family) = (telling ++ throughput).find(workloads(_) == workloads(one)).contains(one)
    val classes = Durability.values.toList.reverse.map(Some(_)).filter: durability =>
      rows.count(_.result.broker.durability == durability) > 1
    val single = some.filter(tells).flatMap:
      case Family.Persistent if classes.nonEmpty => classes.map(Division(Some(Family.Persistent), _))
      case family => List(Division(Some(family)))
    // With a single kind of work, all work is the same.
    if single.sizeIs == 1 && single.forall(_.durability.isEmpty) then single else Division(None) :: single
