package shootout.scenario

class MatrixScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private def file(head: String, producers: String = "{count: $n, size: $size}"): String =
    s"""group: mine
       |matrix: {n: [1, 2], size: [20 B, 1 KiB]}
       |$head
       |scenario:
       |  destinations: {type: topic}
       |  producers: $producers
       |""".stripMargin

  test("the last axis changes fastest"):
    val ids = cells(file("")).map(_.id)
    assertEquals(ids, List("20b_1a_1topic_0", "1k_1a_1topic_0", "20b_2a_1topic_0", "1k_2a_1topic_0"))

  test("combinations are left out"):
    val ids = cells(file("except: [{n: 2, size: [20 B]}]")).map(_.id)
    assertEquals(ids, List("20b_1a_1topic_0", "1k_1a_1topic_0", "1k_2a_1topic_0"))

  test("quick combinations run in the quick profile, the others from the standard profile on"):
    val scenario = right(read(file("quick: [{n: 2, size: 1 KiB}]")))
    assertEquals(plan(List(scenario), Profile.Quick).cells.map(_.id), List("1k_2a_1topic_0"))
    assertEquals(plan(List(scenario), Profile.Standard).cells.size, 4)

  test("a file without profiles runs in each of them"):
    assertEquals(plan(List(right(read(file("")))), Profile.Quick).cells.size, 4)

  test("the layout is the last two axes unless it is given"):
    assertEquals(right(read(file(""))).group.layout, Layout(Some("size"), Some("n"), Nil))
    val given_ = right(read(file("layout: {across: n, sections: [size]}"))).group.layout
    assertEquals(given_, Layout(Some("n"), None, List("size")))

  test("an axis within a text, and a dollar sign"):
    val text = file("", "{count: $n, size: $size, headers: {price: 5$$, both: '${n} x $size'}}")
    assertEquals(cells(text).last.producers.head.headers, List("price" -> "5$", "both" -> "2 x 1 KiB"))

  private def refuses(name: String, text: String, expected: String*)(using munit.Location): Unit =
    test(s"refuses $name")(assertEquals(problems(text), expected.toList))

  refuses(
    "an axis that does not exist, once",
    file("", "{count: $m, size: $size}"),
    "2: axis 'n' is used nowhere; write $n in the scenario, or remove it",
    "6: '$m' names no axis (axes: n, size); a dollar sign itself is written $$"
  )
  refuses(
    "a wrong value where it is written",
    file("").replace("1 KiB", "1 KB"),
    "2: found '1 KB', expected a number and a unit (B, kB, MB, GB, KiB, MiB, GiB), as 1 KiB"
  )
  refuses(
    "an axis that is used nowhere",
    file("", "{count: $n, size: 1 KiB}"),
    "2: axis 'size' is used nowhere; write $size in the scenario, or remove it"
  )
  refuses(
    "a pattern that matches nothing",
    file("except: [{n: 1}]\nquick: [{n: 1, size: 20 B}]"),
    "4: this matches no combination (or only those that except leaves out)"
  )
  refuses(
    "patterns with unknown axes and values",
    file("except: [{m: 1}]\nquick: [{n: 3}]"),
    "3: 'm' names no axis (axes: n, size)",
    "4: '3' is no value of axis 'n' (1, 2)"
  )
  refuses(
    "leaving out everything",
    file("except: [{n: [1, 2]}]"),
    "3: except leaves no combination; write a narrower one"
  )
  refuses(
    "a value twice, an axis without values",
    file("").replace("[1, 2], size: [20 B, 1 KiB]", "[1, 1], size: []"),
    "2: axis 'n' has the value '1' twice",
    "2: axis 'size' has no values; write at least one"
  )
  refuses(
    "layouts that lose an axis or name one twice",
    file("layout: {across: n, down: n}"),
    "3: axis 'n' has two places in the layout; name it once",
    "3: axis 'size' has no place in the layout; name it in across, down or sections"
  )
  refuses(
    "quick combinations where everything is quick",
    file("profile: quick\nquick: [{n: 1}]"),
    "4: with profile: quick everything is in the quick profile; write either profile or quick"
  )
  refuses(
    "standard combinations where everything is standard",
    file("profile: standard\nstandard: [{n: 1}]"),
    "4: with profile: standard everything is in the standard profile; write either profile or standard"
  )

  test("quick and standard combinations come in their profiles, the others in the full one"):
    for profile <- List("", "profile: full\n") do
      val scenarios = List(right(read(file(s"${profile}quick: [{n: 1, size: 20 B}]\nstandard: [{n: 1}]"))))
      val profiles = List(Profile.Quick, Profile.Standard, Profile.Full)
      assertEquals(profiles.map(plan(scenarios, _).cells.size), List(1, 2, 4))
    val standard = List(right(read(file("standard: [{n: 1}]"))))
    assertEquals(plan(standard, Profile.Standard).cells.size, 2)

  test("the replicated profile has what is meant for it, with a timing of its own, and no other has that"):
    val apart = List(right(read(file("profile: replicated"))))
    val cells = plan(apart, Profile.Replicated).cells
    assertEquals(cells.size, 4)
    assertEquals(cells.map(_.timing).distinct, List(TimingSettings.defaults(Profile.Replicated)))
    for profile <- List(Profile.Quick, Profile.Standard, Profile.Full) do
      assert(Plan.from(apart, PlanSettings(profile)).isLeft, profile)
    assert(Plan.from(List(right(read(file("")))), PlanSettings(Profile.Replicated)).isLeft)
    val both = List(right(read(file("profile: [full, replicated]"))))
    assertEquals(List(Profile.Full, Profile.Replicated).map(plan(both, _).cells.size), List(4, 4))
