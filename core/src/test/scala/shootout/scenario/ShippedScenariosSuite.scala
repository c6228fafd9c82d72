package shootout.scenario

import shootout.units.DestinationType
import scala.io.Source
import scala.util.Using

class ShippedScenariosSuite extends munit.FunSuite with ScenarioTesting:
  private val defaultIds: List[String] =
    Using.resource(Source.fromInputStream(getClass.getResourceAsStream("default-ids.txt")))(_.getLines.toList)

  private val storedIds = List("20b", "1k").map(size => s"stored-${size}_10p_1queue_1_ack100_pre1000")

  test("a share refers to the maximum that differs in nothing else"):
    val shares = plan(shipped, Profile.Standard).workloads.filter(_.share.isDefined)
    assertEquals(shares.size, 10)
    for workload <- shares do
      assertEquals(workload.maximum, Some(workload.id.replaceAll("rate\\d+pct", "max")))
      assert(workload.isOpenLoop && workload.producers.forall(_.window == Window.Of(1000)), workload)

  test("rate sweeps ascend; the quick profile has three rates, the standard one takes under five minutes"):
    val climbing = plan(shipped, Profile.Standard, "latency_at*").workloads
    for ladder <- climbing.grouped(6); (workload, n) <- ladder.zipWithIndex do
      val below = workload.rateSweep.get.below
      assertEquals(below.filter(climbing.map(_.id).contains), ladder.take(n).map(_.id).reverse)
    assert(climbing.map(c => Plan.seconds(c.timing)).sum < 300)
    val quick = plan(shipped, Profile.Quick).workloads.filter(_.rateSweep.isDefined).map(_.id)
    assertEquals(quick, List(1000, 5000, 20000).map(n => s"latency_at-1k_1p_1queue_1_w1000_rate$n"))

  test("the full profile has the 92 workloads of the original benchmark"):
    assertEquals(defaultIds.size, 92)
    val workloads = plan(shipped, Profile.Full).workloads.filter(c => defaultIds.contains(c.id))
    val counts = workloads.groupMapReduce(_.group)(_ => 1)(_ + _)
    val expected =
      Map("unsubscribed_topic" -> 3, "load_unload" -> 3, "partitioned" -> 36, "fan_in_out" -> 32, "request_reply" -> 18)
    assertEquals(counts, expected)

  test("the quick profile has all groups that need seconds only"):
    val quick = plan(shipped, Profile.Quick)
    val standard = plan(shipped, Profile.Standard)
    val slow =
      Set("load_unload", "flow_window", "flow_prefetch", "flow_acknowledge", "flow_none", "durability")
    val standardOnly = slow + "unsubscribed_topic" + "partitioned" + "latency"
    assertEquals(quick.groups, standard.groups.filterNot(g => standardOnly(g.name)))

  test("the quick profile takes half a minute for each protocol"):
    val quick = plan(shipped, Profile.Quick)
    val ids = quick.workloads.map(_.id)
    for id <- List("20b_1p_1topic_10", storedIds.last) do assert(ids.contains(id), s"$id is not in $ids")
    assertEquals(ids.size, 6)
    assert(quick.duration(1) > 20 && quick.duration(1) < 40, s"${quick.duration(1)} s")

  test("stored messages are rarely acknowledged before their confirmation"):
    val workloads = plan(shipped, Profile.Standard, "stored-*").workloads
    assertEquals(workloads.map(_.id), storedIds)
    for workload <- workloads; p <- workload.producers; c <- workload.consumers do
      assertEquals((p.persistent, p.confirm, p.window), (true, Confirm.Receipt, Window.Of(1)))
      assert(workload.destinations == Destinations(DestinationType.Queue, 1, None) && c.ack == Ack.Client, workload)
      assert(c.ackEvery >= 10 * p.count, "unconfirmed messages may be acknowledged before they are stored")

  test("groups for JMS have unique ids and are left out for other drivers"):
    val all = right(ScenarioFile.read(List(shippedFolder, home.resolve("jms-benchmark/scenarios"))))
    val whole = plan(all, Profile.Standard)
    assertEquals(whole.of("stomp"), plan(shipped, Profile.Standard))
    assertEquals(whole.of("jms"), whole)
    assert(whole.workloads.map(_.id).contains("receive-1k_1p_1queue_1_noreceipt_unbounded_acktx10"))

  test("the replicated profile has exactly its own three workloads"):
    val all =
      right(ScenarioFile.read(List("stomp", "jms", "queue").map(of => home.resolve(s"$of-benchmark/scenarios"))))
    val replicated = plan(all, Profile.Replicated)
    val ids = List(1, 5, 25).map(n => s"batch-100b_${n}p_1queue_${n}_b10_ackbatch_take10")
    assertEquals(replicated.workloads.map(_.id), ids)
    for workload <- replicated.workloads do assert(workload.findsItsRate && workload.timing.samples == 10, workload.id)
    for profile <- List(Profile.Quick, Profile.Standard, Profile.Full) do
      assert(!plan(all, profile).groups.exists(_.name == "replicated"), profile)

  test("sync and async have the meaning of the original benchmark"):
    def producers(id: String) =
      plan(shipped, Profile.Full).workloads.find(_.id == id).get.producers.head
    val async = producers("20b_1a_1queue_1")
    assertEquals((async.persistent, async.confirm, async.window), (false, Confirm.None, Window.Unbounded))
    val sync = producers("256k_10p_10topic_10")
    assertEquals((sync.persistent, sync.confirm, sync.window), (true, Confirm.Receipt, Window.Of(1)))
    val request = producers("rr_20b_10a_1queue_5")
    assertEquals((request.persistent, request.confirm, request.window), (false, Confirm.None, Window.Of(1)))
