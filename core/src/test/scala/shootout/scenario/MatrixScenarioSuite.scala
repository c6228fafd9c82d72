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
    val ids = workloads(file("")).map(_.id)
    assertEquals(ids, List("20b_1a_1topic_0", "1k_1a_1topic_0", "20b_2a_1topic_0", "1k_2a_1topic_0"))

  test("except leaves out combinations"):
    val ids = workloads(file("except: [{n: 2, size: [20 B]}]")).map(_.id)
    assertEquals(ids, List("20b_1a_1topic_0", "1k_1a_1topic_0", "1k_2a_1topic_0"))

  test("the layout defaults to the last two axes"):
    assertEquals(right(read(file(""))).group.layout, Layout(Some("size"), Some("n"), Nil))
    val given_ = right(read(file("layout: {across: n, sections: [size]}"))).group.layout
    assertEquals(given_, Layout(Some("n"), None, List("size")))

  test("a text may contain axes and an escaped dollar sign"):
    val text = file("", "{count: $n, size: $size, headers: {price: 5$$, both: '${n} x $size'}}")
    assertEquals(workloads(text).last.producers.head.headers, List("price" -> "5$", "both" -> "2 x 1 KiB"))

  refuses("an unknown axis, once", file("", "{count: $m, size: $size}"), 2 -> "write $n", 6 -> "'$m' names no axis")
  refuses("a wrong value, where it is written", file("").replace("1 KiB", "1 KB"), 2 -> "found '1 KB'")
  refuses("an axis that is used nowhere", file("", "{count: $n, size: 1 KiB}"), 2 -> "axis 'size' is used nowhere")
  private val unmatched = file("except: [{n: 1}]\nquick: [{n: 1, size: 20 B}]")
  refuses("a pattern without a match", unmatched, 4 -> "this matches no combination")
  refuses("unknown names", file("except: [{m: 1}]\nquick: [{n: 3}]"), 3 -> "'m' names no axis", 4 -> "'3' is no value")
  refuses("leaving out everything", file("except: [{n: [1, 2]}]"), 3 -> "except leaves no combination")
  refuses("a value twice", file("").replace("[1, 2]", "[1, 1]"), 2 -> "axis 'n' has the value '1' twice")
  refuses("an axis without values", file("").replace("[20 B, 1 KiB]", "[]"), 2 -> "axis 'size' has no values")
  refuses("a layout without size", file("layout: {across: n, down: n}"), 3 -> "two places", 3 -> "'size' has no place")
  for profile <- List("quick", "standard") do
    refuses(s"$profile in $profile", file(s"profile: $profile\n$profile: [{n: 1}]"), 4 -> s"either profile or $profile")

  test("quick and standard combinations run from their profile on, the others in full"):
    for profile <- List("", "profile: full\n") do
      val scenarios =
        List(right(read(file(s"${profile}quick: [{n: 1, size: 20 B}]\nstandard: [{n: 1}]"))))
      val profiles = List(Profile.Quick, Profile.Standard, Profile.Full)
      assertEquals(profiles.map(plan(scenarios, _).workloads.size), List(1, 2, 4))
    def sizes(head: String, profiles: Profile*) =
      profiles.toList.map(plan(List(right(read(file(head)))), _).workloads.size)
    assertEquals(sizes("standard: [{n: 1}]", Profile.Standard), List(2))
    assertEquals(sizes("quick: [{n: 2, size: 1 KiB}]", Profile.Quick, Profile.Standard), List(1, 4))
    assertEquals(sizes("", Profile.Quick), List(4))

  test("the replicated profile runs only its own workloads, with its own timing"):
    val apart = List(right(read(file("profile: replicated"))))
    val workloads = plan(apart, Profile.Replicated).workloads
    assertEquals(workloads.size, 4)
    assertEquals(workloads.map(_.timing).distinct, List(TimingSettings.defaults(Profile.Replicated)))
    for profile <- List(Profile.Quick, Profile.Standard, Profile.Full) do
      assert(Plan.from(apart, PlanSettings(profile)).isLeft, profile)
    assert(Plan.from(List(right(read(file("")))), PlanSettings(Profile.Replicated)).isLeft)
    val both = List(right(read(file("profile: [full, replicated]"))))
    assertEquals(List(Profile.Full, Profile.Replicated).map(plan(both, _).workloads.size), List(4, 4))
