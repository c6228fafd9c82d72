package shootout.campaign

import shootout.broker.TemporaryFolder
import shootout.result.{GeneratorLimitResult, MeasuredWith, ResultStore, Status}
import shootout.engine.Workloads
import shootout.scenario.{Distribution, Plan, PlannedRun, RateSweep, Workload}
import shootout.cli.CommandLines
import shootout.units.Nanos
import shootout.analysis.Results

class GeneratorLimitsSuite extends TemporaryFolder:
  private val golden = CommandLines.golden("stomp-activemq")

  private def prepared(workloads: List[Workload], words: String*): PreparedRun =
    val spoken = if words.contains("--protocols") then Nil else List("--protocols", "stomp")
    CommandLines.prepared((words ++ spoken)*)(Plan(Nil, workloads.map(c => PlannedRun(List(c)))))

  private def seconds(of: PreparedRun): Double =
    GeneratorLimits.missing(of).map(GeneratorLimits.seconds(of, _)).sum

  private val steady = Workloads.workload().copy(id = "steady")
  private val slow = Workloads.sending(Workloads.producers.copy(think = Workloads.think(1e9)))
    .copy(id = "slow", consumers = List(Workloads.consumers.copy(think = Workloads.think(1e9))))
  private val ramp =
    Workloads.sending(Workloads.producers.copy(rampPerSecond = Some(5))).copy(id = "ramp")

  test("a generator limit is a short run without think time; ramps and shares have none"):
    val share = steady.copy(id = "share", maximum = Some("steady"))
    val whole = prepared(List(steady, share, slow, ramp))
    val generatorLimits = GeneratorLimits.prepare(whole, "stomp")
    assertEquals(generatorLimits.plan.workloads.map(_.id), List("steady", "slow"))
    val workload = generatorLimits.plan.workloads.last
    assertEquals((workload.producers.flatMap(_.think), workload.consumers.flatMap(_.think)), (Nil, Nil))
    assertEquals(workload.producers.map(_.copy(think = Workloads.think(1e9))), slow.producers)
    assert(workload.timing.samples * workload.timing.sampleInterval.seconds + workload.timing.warmUp.seconds < 1.5)
    assertEquals((generatorLimits.settings.brokers, generatorLimits.settings.repeat), (List("null"), 1))
    assertEquals(generatorLimits.settings.out.getParent, whole.settings.out)

  test("all workloads of a rate sweep share the generator limit of the lowest"):
    def climbing(id: String, below: String*) =
      steady.copy(id = id, rateSweep = Some(RateSweep("rate", Nanos.ofSeconds(1), below.toList)))
    val whole = prepared(List(climbing("middle", "low"), climbing("high", "middle", "low")))
    assertEquals(GeneratorLimits.prepare(whole, "stomp").plan.workloads.map(_.id), List("middle"))

  test("generator limits take no time if unwanted, or for the null broker itself"):
    assert(seconds(prepared(List(steady))) > 1)
    assertEquals(seconds(prepared(List(steady), "--no-generator-limit")), 0.0)
    assertEquals(seconds(prepared(List(steady), "--brokers", "null")), 0.0)
    assertEquals(seconds(prepared(List(ramp))), 0.0)

  test("only our own client has a null broker; the vendors' libraries have none"):
    val both = prepared(List(steady), "--protocols", "stomp,openwire")
    assertEquals(GeneratorLimits.missing(both).map(_.label), List("null (stomp)"))

  folder.test("a limit that was measured on this machine is read, not measured again"): dir =>
    val goOn = prepared(List(steady), "--out", dir.toString, "--continue")
    val here = golden.copy(environment = golden.environment.copy(host = ThisMachine.hostName))
    val path = dir.resolve("generator-limits/stomp-null.json")
    val failed = Results.workload().copy(id = "failed", status = Status.Failed)
    val load = Conditions.loadOf(GeneratorLimits.prepare(goOn, "stomp").plan.workloads.head)
    val known =
      Results.workload(List(900, 1100)).copy(id = "steady", measuredWith = Some(MeasuredWith(load, "", "", None)))
    val workloads = List(known, failed)
    ResultStore.write(path, here.copy(workloads = workloads))
    assertEquals(GeneratorLimits.read(goOn, "stomp").of(steady), Some(GeneratorLimitResult(1100, 1100)))
    assertEquals(GeneratorLimits.read(goOn, "stomp").of(steady.copy(id = "failed")), None)
    val share = steady.copy(id = "share", maximum = Some("steady"))
    assertEquals(GeneratorLimits.read(goOn, "stomp").of(share), Some(GeneratorLimitResult(1100, 1100)), "its maximum")
    assertEquals(seconds(goOn), 0.0)
    assert(seconds(prepared(List(steady), "--out", dir.toString)) > 1, "a new run measures again")
    assert(seconds(prepared(List(steady, slow), "--out", dir.toString, "--continue")) > 1, "a new workload")
    val other = steady.copy(producers = steady.producers.map(_.copy(size = Distribution.Constant(7))))
    assert(seconds(prepared(List(other), "--out", dir.toString, "--continue")) > 1, "another load of the same id")
    ResultStore.write(path, here.copy(workloads = workloads, environment = golden.environment.copy(host = "elsewhere")))
    assertEquals(GeneratorLimits.read(goOn, "stomp").of(steady), None)
