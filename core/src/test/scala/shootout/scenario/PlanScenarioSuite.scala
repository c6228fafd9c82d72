package shootout.scenario

import shootout.units.Nanos

class PlanScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private val phases =
    """group: mine
      |scenario:
      |  samples: 4
      |  destinations: {type: queue}
      |  phases:
      |    - {name: fill, producers: {size: 20 B}}
      |    - {name: empty, consumers: {}, samples: 9, warm_up: 0 s}
      |    - {name: refill, producers: {size: 20 B}}
      |""".stripMargin

  private def refused(settings: PlanSettings, scenarios: List[Scenario] = shipped): List[String] =
    Plan.from(scenarios, settings).left.toOption.getOrElse(Nil).map(_.toString)

  test("phases are linked and share id, destinations and timing"):
    val runs = plan(List(right(read(phases))), Profile.Standard).runs
    assertEquals(runs.size, 1)
    val workloads = runs.head.workloads
    assertEquals(workloads.map(_.id), List("20b_1a_1queue_0_fill", "20b_0_1queue_1", "20b_1a_1queue_0_refill"))
    val scenario = workloads.head.phase.get.scenario
    val expected =
      List("fill", "empty", "refill").zipWithIndex.map((name, i) => Some(Phase(scenario, i, 3, name)))
    assertEquals(workloads.map(_.phase), expected)
    assertEquals(workloads.map(_.timing.samples), List(4, 9, 4))
    assertEquals(workloads.map(_.timing.warmUp.seconds), List(2.0, 0.0, 2.0))

  test("an invalid list of phases is reported once"):
    val text = "group: mine\nscenario:\n  destinations: {type: queue}\n  phases: 3\n"
    assertEquals(problems(text), List("4: found '3', expected a list of at least two phases, each with a name"))
    val layout =
      phases.replace("scenario:", "layout: {across: phase}\nscenario:").replace("queue", "quue")
    assertEquals(problems(layout), List("5: found 'quue', expected one of queue, topic"))

  private val consuming = phases.replace("producers: {size: 20 B}", "consumers: {}")
  private val first = phases.replaceFirst("producers: \\{size: 20 B\\}", "consumers: {}")
  private val beside = phases.replace("  samples: 4", "  producers: {size: 20 B}")
  refuses("producers beside phases", beside, 3 -> "move them there")
  refuses("phases of one name", phases.replace("name: empty", "name: fill"), 7 -> "two phases are called 'fill'")
  refuses("a phase without a name", phases.replace("name: refill, ", ""), 8 -> "'name' is missing; expected a name")
  refuses("phases that send nothing", consuming, 6 -> "nothing sends a message; write producers")
  refuses("a first phase that sends nothing", first, 6 -> "begin with a phase that sends")
  refuses("a phase without clients", phases.replace("consumers: {}, ", ""), 7 -> "neither producers nor consumers")

  test("--only selects by globs on ids, in the order of the plan"):
    val ids =
      plan(shipped, Profile.Standard, "rr_*_1queue_1", "256k_1?_1topic_{0,1}").workloads.map(_.id)
    val sync = List(1, 10, 100).map(n => s"rr_20b_${n}p_1queue_1")
    val async = List(1, 10, 100).map(n => s"rr_20b_${n}a_1queue_1")
    assertEquals(ids, List("256k_1a_1topic_0", "256k_1a_1topic_1", "256k_1p_1topic_1") ++ async ++ sync)

  test("--only finds the maximum that a share of the profile needs"):
    val text = "group: g\nmatrix: {load: [max, 25 %]}\nquick: [{load: 25 %}]\nscenario:\n" +
      "  destinations: {type: queue}\n  producers: {size: 20 B, confirm: receipt, window: 9, rate: $load}\n  consumers: {}\n"
    val scenarios = List(right(read(text)))
    val quick = plan(scenarios, Profile.Quick).workloads
    val maximum = quick.flatMap(_.maximum).head
    assert(quick.exists(_.id == maximum), maximum)
    assertEquals(plan(scenarios, Profile.Quick, maximum).workloads.map(_.id), List(maximum))

  test("--only with one phase selects its whole run"):
    val planned = plan(shipped, Profile.Standard, "20b_0_1queue_1")
    val ids = List("20b_1a_1queue_0", "20b_1p_1queue_0", "20b_0_1queue_1")
    assertEquals(planned.runs.map(_.workloads.map(_.id)), List(ids))

  test("a glob without a match is refused with similar ids"):
    val found = refused(PlanSettings(only = List("20b_1a_1quue_1", "1k_1a_*")))
    assertEquals(found.size, 1)
    assert(found.head.startsWith("--only '20b_1a_1quue_1': matches no workload; the nearest are "), found.head)
    assert(found.head.contains("20b_1a_1queue_1"), found.head)
    val words = refused(PlanSettings(Profile.Full, List("*selector*20kb*"))).head
    assert(words.contains("the nearest are selectors-"), words)
    assert(refused(PlanSettings(only = List("zzz"))).head.contains("matches no workload; none is like it"))

  test("a glob that matches only in a larger profile is refused with that profile"):
    val found = refused(PlanSettings(Profile.Quick, List("selectors-*")))
    val expected =
      "--only 'selectors-*': matches no load of profile quick, but selectors-20b_2a_1queue_2 of profile full; " +
        "write --profile full"
    assertEquals(found, List(expected))

  test("an invalid glob and a profile without workloads are refused"):
    assertEquals(refused(PlanSettings(only = List("{20b"))), List("--only '{20b': is no glob: Missing '}"))
    val optional = shipped.filter(_.group.name == "selectors")
    val expected = List("--profile quick: no scenario is in this profile; write --profile full")
    assertEquals(refused(PlanSettings(Profile.Quick), optional), expected)

  private def colors(id: String): String =
    s"""group: mine
       |matrix: {color: [red, blue]}
       |scenario:$id
       |  destinations: {type: queue}
       |  producers: {size: 20 B, headers: {color: $$color}}
       |  consumers: {}
       |""".stripMargin

  test("an id of two workloads is refused, in one file and in two"):
    val twice = right(read(colors("")))
    val advice = "write an id: that tells them apart, such as name_$axis"
    val inOne =
      s"my.yaml:4:3: load id '20b_1a_1queue_1' is given twice (first in this scenario); $advice"
    assertEquals(refused(PlanSettings(), List(twice)), List(inOne))
    val inTwo = refused(PlanSettings(), shipped :+ twice)
    assertEquals(inTwo.size, 1)
    assert(inTwo.head.contains("(first in ") && inTwo.head.contains("3-partitioned.yaml:"), inTwo.head)

  test("an id may contain an axis"):
    val ids = workloads(colors("\n  id: my_$color")).map(_.id)
    assertEquals(ids, List("my_red-20b_1a_1queue_1", "my_blue-20b_1a_1queue_1"))

  test("the command line overrides the file, and the file the profile"):
    val file =
      right(read(phases.replace("samples: 4", "samples: {standard: 4}\n  sample_interval: 500 ms")))
    def first(settings: PlanSettings) = right(Plan.from(List(file), settings)).workloads.head.timing
    assertEquals(first(PlanSettings(Profile.Quick)).samples, 6)
    assertEquals(first(PlanSettings(Profile.Standard)).samples, 4)
    assertEquals(first(PlanSettings(Profile.Full)).samples, 4)
    assertEquals(first(PlanSettings()).sampleInterval.seconds, 0.5)
    val asked =
      PlanSettings(warmUp = Some(Nanos(7)), samples = Some(2), sampleInterval = Some(Nanos(8)))
    assertEquals(first(asked), TimingSettings.defaults(Profile.Standard).fixed.copy(Nanos(7), 2, Nanos(8)))

  private def timing(more: String, settings: PlanSettings = PlanSettings()): Timing =
    val text = s"""group: mine
                  |scenario:
                  |  destinations: {type: queue}
                  |  $more
                  |  consumers: {}
                  |""".stripMargin
    right(Plan.from(List(right(read(text))), settings)).workloads.head.timing

  private val producers = "producers: {size: 20 B}"

  test("a load that finds its rate is sampled to a precision, unless samples are given"):
    val standard = timing(producers)
    assertEquals((standard.samples, standard.precision), (12, Some(Precision(0.05, 4))))
    assertEquals((standard.warmUp.seconds, standard.warmUpLimit.map(_.seconds)), (2.0, Some(8.0)))
    val given_ = timing(s"samples: 4\n  $producers")
    assertEquals((given_.samples, given_.precision, given_.warmUpLimit.isDefined), (4, None, true))
    val typed = timing(producers, PlanSettings(samples = Some(4), warmUp = Some(Nanos.ofSeconds(1))))
    assertEquals((typed.samples, typed.precision, typed.warmUpLimit), (4, None, None))
    val both = timing(s"samples: 4\n  precision: 2.5 %\n  $producers")
    assertEquals((both.samples, both.precision), (4, Some(Precision(0.025, 4))))
    assertEquals(timing(producers, PlanSettings(precision = Some(0.2))).precision, Some(Precision(0.2, 4)))

  test("a load at a fixed rate waits until it is warm and takes all samples"):
    for load <- List("{size: 20 B, rate: 100/s}", "{size: 20 B, rate: {poisson: 100/s}}") do
      assertEquals(timing(s"producers: $load"), TimingSettings.defaults(Profile.Standard).copy(precision = None), load)

  test("a load with pauses or changes keeps its declared timing"):
    for load <- List(
        "producers: {size: 20 B, rate: {steps: {0 s: 100/s, 5 s: 200/s}}}",
        "producers: {size: 20 B, think: 1 ms}",
        "producers: {size: {steps: {0 s: 20 B, 5 s: 1 KiB}}}",
        "producers: {size: 20 B, confirm: receipt, window: {steps: {0 s: 1, 5 s: 10}}}",
        "producers: {size: 20 B, ramp: 10/s}"
      )
    do assertEquals(timing(load), TimingSettings.defaults(Profile.Standard).fixed, load)

  test("the duration adds up workloads and repetitions, with an overhead for each"):
    val planned = plan(List(right(read(phases))), Profile.Standard)
    assertEqualsDouble(planned.duration(1), (2 + 4) + (0 + 9) + (2 + 4) + 3 * Plan.OverheadSeconds, 1e-9)
    assertEqualsDouble(planned.duration(3), 3 * planned.duration(1), 1e-9)
