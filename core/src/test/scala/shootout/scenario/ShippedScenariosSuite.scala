package shootout.scenario

import shootout.units.DestinationType
import scala.io.Source
import scala.util.Using

class ShippedScenariosSuite extends munit.FunSuite with ScenarioTesting:
  private val defaultIds: List[String] =
    Using.resource(Source.fromInputStream(getClass.getResourceAsStream("default-ids.txt")))(_.getLines.toList)

  private val storedIds = List("20b", "1k").map(size => s"stored-${size}_10p_1queue_1_ack100_pre1000")

  test("a group keeps the file that declares it, for the report"):
    for scenario <- shipped do
      val declared = scenario.group.declared.get
      assert(scenario.at.file.endsWith(declared.file), declared.file)
      assert(declared.yaml.linesIterator.exists(_ == s"group: ${scenario.group.name}"), declared.yaml)

  test("a share of the maximum belongs to the workload that differs in nothing else"):
    val shares = plan(shipped, Profile.Standard).workloads.filter(_.share.isDefined)
    assertEquals(shares.size, 10)
    for workload <- shares do
      assertEquals(workload.maximum, Some(workload.id.replaceAll("rate\\d+pct", "max")))
      assert(workload.isOpenLoop && workload.producers.forall(_.window == Window.Of(1000)), workload)

  test(
    "a rate is tried if the one below it was held; the quick profile has three, the standard one takes under five minutes"
  ):
    val climbing = plan(shipped, Profile.Standard, "latency_at*").workloads
    for ladder <- climbing.grouped(6); (workload, n) <- ladder.zipWithIndex do
      val below = workload.rateSweep.get.below
      assertEquals(below.filter(climbing.map(_.id).contains), ladder.take(n).map(_.id).reverse)
    assert(climbing.map(c => Plan.seconds(c.timing)).sum < 300)
    val quick = plan(shipped, Profile.Quick).workloads.filter(_.rateSweep.isDefined).map(_.id)
    assertEquals(quick, List(1000, 5000, 20000).map(n => s"latency_at-1k_1p_1queue_1_w1000_rate$n"))

  test("the window's steps each have five samples"):
    val workload = plan(shipped, Profile.Standard, "flow_window*").workloads.head
    val steps = Step.of(workload)
    assertEquals(steps.map(_.value), List("1", "5", "20", "200", "1000", "10000"))
    assertEquals(steps.map(s => s.untilS - s.fromS), List.fill(6)(5.0))

  test("the full profile has all 92 workloads of the original: each group as many"):
    assertEquals(defaultIds.size, 92)
    val workloads = plan(shipped, Profile.Full).workloads.filter(c => defaultIds.contains(c.id))
    val counts = workloads.groupMapReduce(_.group)(_ => 1)(_ + _)
    val expected =
      Map("unsubscribed_topic" -> 3, "load_unload" -> 3, "partitioned" -> 36, "fan_in_out" -> 32, "request_reply" -> 18)
    assertEquals(counts, expected)

  test("the quick profile has a workload of every group that tells brokers apart in seconds"):
    val quick = plan(shipped, Profile.Quick)
    val standard = plan(shipped, Profile.Standard)
    val slow = Set("load_unload", "flow_window", "flow_prefetch", "flow_acknowledge", "flow_none", "durability")
    val standardOnly = slow + "unsubscribed_topic" + "partitioned" + "latency"
    assertEquals(quick.groups, standard.groups.filterNot(g => standardOnly(g.name)))

  test(
    "the quick profile has the workloads that are compared everywhere and come to rest, and takes half a minute for each protocol"
  ):
    val quick = plan(shipped, Profile.Quick)
    val ids = quick.workloads.map(_.id)
    for id <- List("20b_1p_1topic_10", storedIds.last) do
      assert(ids.contains(id), s"$id is not in $ids")
    assertEquals(ids.size, 6)
    assert(quick.duration(1) > 20 && quick.duration(1) < 40, s"${quick.duration(1)} s")

  test("of what must be stored, next to nothing can be acknowledged before its sender has the receipt"):
    val workloads = plan(shipped, Profile.Standard, "stored-*").workloads
    assertEquals(workloads.map(_.id), storedIds)
    for workload <- workloads; p <- workload.producers; c <- workload.consumers do
      assertEquals((p.persistent, p.confirm, p.window), (true, Confirm.Receipt, Window.Of(1)))
      assert(workload.destinations == Destinations(DestinationType.Queue, 1, None) && c.ack == Ack.Client, workload)
      assert(c.ackEvery >= 10 * p.count, "what is not confirmed yet may be acknowledged unstored")

  test("groups for JMS alone: their ids are their own, and drivers of other interfaces leave them out"):
    val all = right(ScenarioFile.read(List(shippedFolder, home.resolve("jms-benchmark/scenarios"))))
    val whole = plan(all, Profile.Standard)
    assertEquals(whole.of("stomp"), plan(shipped, Profile.Standard))
    assertEquals(whole.of("jms"), whole)
    assert(whole.workloads.map(_.id).contains("receive-1k_1p_1queue_1_noreceipt_unbounded_acktx10"))

  test("the replicated profile is the articles' matrix, and nothing else; no other profile has it"):
    val all =
      right(ScenarioFile.read(List("stomp", "jms", "queue").map(of => home.resolve(s"$of-benchmark/scenarios"))))
    val replicated = plan(all, Profile.Replicated)
    assertEquals(
      replicated.workloads.map(_.id),
      List(1, 5, 25).map(n => s"batch-100b_${n}p_1queue_${n}_b10_ackbatch_take10")
    )
    assert(
      replicated.workloads.forall(c => c.findsItsRate && c.timing.samples == 10),
      replicated.workloads.map(_.timing)
    )
    for profile <- List(Profile.Quick, Profile.Standard, Profile.Full) do
      assert(!plan(all, profile).groups.exists(_.name == "replicated"), profile)

  test("timing of the profiles"):
    def timing(profile: Profile, id: String): Seq[Double] =
      val t = plan(shipped, profile).workloads.find(_.id == id).get.timing
      Seq(t.warmUp.seconds, t.samples.toDouble, t.sampleInterval.seconds, t.drainTimeout.seconds, t.drainLimit.seconds)
    assertEquals(timing(Profile.Quick, "20b_1p_1topic_10"), Seq(1.0, 6.0, 0.4, 2.0, 3.0))
    assertEquals(timing(Profile.Standard, "20b_1a_1queue_1"), Seq(2.0, 12.0, 1.0, 3.0, 30.0))
    assertEquals(timing(Profile.Standard, "20b_1a_1queue_0"), Seq(2.0, 30.0, 1.0, 3.0, 30.0))

  test("sync and async mean what they meant in the original"):
    def producers(id: String) = plan(shipped, Profile.Full).workloads.find(_.id == id).get.producers.head
    val async = producers("20b_1a_1queue_1")
    assertEquals((async.persistent, async.confirm, async.window), (false, Confirm.None, Window.Unbounded))
    val sync = producers("256k_10p_10topic_10")
    assertEquals((sync.persistent, sync.confirm, sync.window), (true, Confirm.Receipt, Window.Of(1)))
    val request = producers("rr_20b_10a_1queue_5")
    assertEquals((request.persistent, request.confirm, request.window), (false, Confirm.None, Window.Of(1)))

  test("axes carry the meaning, in the words of the file"):
    val workload = plan(shipped, Profile.Full, "256k_5p_5topic_5").workloads.head
    assertEquals(workload.axes, List("mode" -> "sync", "type" -> "topic", "size" -> "256 KiB", "n" -> "5"))
    assertEquals(workload.title, "5 sync producers, 5 topics, 5 consumers, 256 KiB")
    assertEquals(plan(shipped, Profile.Standard, "20b_0_*").workloads.map(_.axes).last, List("phase" -> "unload"))
