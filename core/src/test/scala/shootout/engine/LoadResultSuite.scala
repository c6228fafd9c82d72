package shootout.engine

import shootout.driver.Faults
import shootout.result.{LoadResult, Status, Thinking}
import shootout.scenario.*
import shootout.units.EpochMillis

/** Two loads that differ are told apart by their results. */
class LoadResultSuite extends munit.FunSuite:
  private def loadOf(workload: Workload): LoadResult =
    WorkloadDraft(workload, 1, EpochMillis.now()).without(Status.Skipped, "").load

  private def of(producers: ProducerGroup*)(consumers: ConsumerGroup*): LoadResult =
    loadOf(Workloads.workload(producers = producers.toList, consumers = consumers.toList))

  private val eager = Workloads.producers.copy(think = None)
  private val plain = of(eager)(Workloads.consumers)

  test("a plain load says what it is, and nothing of what it has not"):
    assertEquals(plain.durable, Some(false))
    val told = plain.settings.filterNot(_._2 == ujson.Null)
    val expected = ujson.Obj(
      "message" -> "bytes",
      "content" -> "filler",
      "ack" -> "auto",
      "ack_every" -> 1,
      "shared" -> false,
      "listener" -> false
    )
    assertEquals(ujson.Obj.from(told), expected)

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
    _.copy(think = Some(Distribution.Constant(1e6)))
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
    _.copy(think = Some(Distribution.Constant(1e6))),
    _.copy(rate = Some(Rate.Each(Distribution.Constant(5)))),
    _.copy(size = Distribution.Uniform(20, 1024)),
    _.copy(size = Distribution.Uniform(20, 2048)),
    _.copy(window = Window.Steps(Nil))
  )

  test("each setting of the clients makes another load"):
    val loads = plain :: consuming.map(change => of(eager)(change(Workloads.consumers))) ++
      producing.map(change => of(change(eager))(Workloads.consumers))
    assertEquals(loads.distinct.size, loads.size)

  test("who thinks is a word of its own: nobody, some, or all of a side"):
    val slow = Workloads.consumers.copy(name = "slow", think = Some(Distribution.Constant(500e6)))
    def thinking(load: LoadResult) = load.thinking
    assertEquals(thinking(plain), Thinking.Nobody)
    assertEquals(thinking(of(eager)(Workloads.consumers, slow)), Thinking.Some)
    assertEquals(thinking(of(eager)(slow, slow.copy(name = "slower"))), Thinking.Side)
    assertEquals(thinking(of(Workloads.producers)(Workloads.consumers)), Thinking.Side)
    assertEquals(thinking(of()(Workloads.consumers)), Thinking.Nobody)

  test("groups that differ are told with their numbers of clients"):
    val slow = Workloads.consumers.copy(name = "slow", think = Some(Distribution.Constant(500e6)))
    val load = of(eager)(Workloads.consumers.copy(count = 9), slow)
    assertEquals(load.settings("consumer_think").str, "9: none; 1: 500ms")
    val red = eager.copy(headers = List("color" -> "red"))
    assertEquals(of(red, red.copy(name = "b"))(Workloads.consumers).settings("headers").str, "color=red")

  test("a share of a maximum is another rate each time, so the load does not say it"):
    val workload = Workloads.workload(producers = List(eager.copy(rate = Some(Rate.Total(Distribution.Constant(5))))))
    assertEquals(loadOf(workload).settings("rate").str, "total5")
    assertEquals(loadOf(workload.copy(maximum = Some("max"))).settings("rate"), ujson.Null)

/** What a run lays out in a broker, and leaves there. */
class LayoutSuite extends munit.FunSuite:
  private val killer = new Killer:
    def kill(): Unit = ()
    def restart(): Either[String, Unit] = Right(())

  test("at the end of a load its destinations are removed") {
    val run = VirtualRun()
    assertEquals(run.run(Workloads.workload(destinations = 3)).result.status, Status.Measured)
    assertEquals(run.broker.laidOut.toSet, Set.empty)
  }

  test("those of a load to which another phase follows, and those that somebody gave a name, stay") {
    val workload = Workloads.workload(phase = Some(Phase("linked", 0, 2, "load")))
    val named = Workloads.workload().copy(destinations = Workloads.workload().destinations.copy(name = Some("mine")))
    for of <- List(workload, named) do
      val run = VirtualRun()
      assertEquals(run.run(of).result.status, Status.Measured)
      assertEquals(run.broker.laidOut.size, 1)
  }

  test(
    "where it went wrong, a broker that was started here is emptied by others; from any other one they are removed all the same"
  ) {
    for (startedHere, left) <- List(Some(killer) -> 1, None -> 0) do
      val run = VirtualRun(Faults(dropEvery = 10))
      val outcome = run.run(Workloads.workload(), killer = startedHere)
      assert(!outcome.clean)
      assertEquals(run.broker.laidOut.size, left)
  }

  test("from a broker that was not started here they are removed too when the load is stopped") {
    val run = VirtualRun()
    run.onSample = _ => run.stopped = true
    run.run(Workloads.workload(phase = Some(Phase("linked", 0, 2, "load"))))
    assertEquals(run.broker.laidOut.toSet, Set.empty)
  }
