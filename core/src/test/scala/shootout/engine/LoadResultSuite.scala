package shootout.engine

import shootout.driver.Faults
import shootout.result.{LoadResult, Status, Thinking}
import shootout.scenario.*
import shootout.units.EpochMillis

class LoadResultSuite extends munit.FunSuite:
  private def loadOf(workload: Workload): LoadResult =
    WorkloadDraft(workload, 1, EpochMillis.now()).without(Status.Skipped, "").load

  private def of(producers: ProducerGroup*)(consumers: ConsumerGroup*): LoadResult =
    loadOf(Workloads.sending(producers*).copy(consumers = consumers.toList))

  private val eager = Workloads.producers.copy(think = None)
  private val plain = of(eager)(Workloads.consumers)

  private val slow = Workloads.consumers.copy(name = "slow", think = Workloads.think(500e6))

  private val consuming = List[ConsumerGroup => ConsumerGroup](
    _.copy(listener = true),
    _.copy(batch = Some(9)),
    _.copy(wholeBodies = true),
    _.copy(durable = true),
    _.copy(shared = true),
    _.copy(messagesPerConnection = Some(9)),
    _.copy(rampPerSecond = Some(9)),
    _.copy(rollbackEvery = Some(9)),
    _.copy(prefetch = Some(9)),
    _.copy(selector = Some("color = 'red'")),
    _.copy(headers = List("a" -> "b")),
    _.copy(think = Workloads.think(1e6))
  )
  private val producing = List[ProducerGroup => ProducerGroup](
    _.copy(messagesPerConnection = Some(9)),
    _.copy(rampPerSecond = Some(9)),
    _.copy(transactions = Some(Transactions(5, None))),
    _.copy(transactions = Some(Transactions(5, Some(2)))),
    _.copy(temporaryReplies = true),
    _.copy(batch = Some(9)),
    _.copy(messageGroups = Some(9)),
    _.copy(headers = List("a" -> "b")),
    _.copy(message = MessageKind(priority = Some(9))),
    _.copy(message = MessageKind(content = Content.PriceUpdate)),
    _.copy(think = Workloads.think(1e6)),
    _.copy(rate = Workloads.rate(5)),
    _.copy(size = Distribution.Uniform(20, 1024)),
    _.copy(size = Distribution.Uniform(20, 2048)),
    _.copy(window = Window.Steps(Nil))
  )

  test("each client setting makes a different load"):
    val loads = plain :: consuming.map(change => of(eager)(change(Workloads.consumers))) ++
      producing.map(change => of(change(eager))(Workloads.consumers))
    assertEquals(loads.distinct.size, loads.size)

  test("a load says which clients think: none, some, or all of a side"):
    assertEquals(plain.thinking, Thinking.Nobody)
    assertEquals(of(eager)(Workloads.consumers, slow).thinking, Thinking.Some)
    assertEquals(of(eager)(slow, slow.copy(name = "slower")).thinking, Thinking.Side)
    assertEquals(of(Workloads.producers)(Workloads.consumers).thinking, Thinking.Side)
    assertEquals(of()(Workloads.consumers).thinking, Thinking.Nobody)

  test("a load lists groups that differ with their numbers of clients"):
    val load = of(eager)(Workloads.consumers.copy(count = 9), slow)
    assertEquals(load.settings("consumer_think").str, "9: none; 1: 500ms")
    val red = eager.copy(headers = List("color" -> "red"))
    assertEquals(of(red, red.copy(name = "b"))(Workloads.consumers).settings("headers").str, "color=red")

  test("a load does not list a share of a maximum, which is another rate each time"):
    val workload = Workloads.sending(eager.copy(rate = Some(Rate.Total(Distribution.Constant(5)))))
    assertEquals(loadOf(workload).settings("rate").str, "total5")
    assertEquals(loadOf(workload.copy(maximum = Some("max"))).settings("rate"), ujson.Null)

/** The destinations that a run creates in a broker and removes. */
class LayoutSuite extends munit.FunSuite:
  private val killer = new Killer:
    def kill(): Unit = ()
    def restart(): Either[String, Unit] = Right(())

  test("a run removes its destinations at the end"):
    val run = VirtualRun()
    assertEquals(run.run(Workloads.workload(destinations = 3)).result.status, Status.Measured)
    assertEquals(run.broker.laidOut.toSet, Set.empty)

  test("destinations stay if another phase follows or if they have a given name"):
    val workload = Workloads.workload(phase = Workloads.phase(0))
    val named =
      Workloads.workload().copy(destinations = Workloads.workload().destinations.copy(name = Some("mine")))
    for of <- List(workload, named) do
      val run = VirtualRun()
      assertEquals(run.run(of).result.status, Status.Measured)
      assertEquals(run.broker.laidOut.size, 1)

  test("a failed run removes its destinations only from a broker that it did not start"):
    for (startedHere, left) <- List(Some(killer) -> 1, None -> 0) do
      val run = VirtualRun(Faults(dropEvery = 10))
      val outcome = run.run(Workloads.workload(), killer = startedHere)
      assert(!outcome.clean)
      assertEquals(run.broker.laidOut.size, left)

  test("a stopped run removes its destinations from a broker that it did not start"):
    val run = VirtualRun()
    run.onSample = _ => run.stopped = true
    run.run(Workloads.workload(phase = Workloads.phase(0)))
    assertEquals(run.broker.laidOut.toSet, Set.empty)
