package shootout.scenario

import scala.io.Source
import scala.util.Using

class ShippedScenariosSuite extends munit.FunSuite with ScenarioTesting:
  private val defaultIds: List[String] =
    Using.resource(Source.fromInputStream(getClass.getResourceAsStream("default-ids.txt")))(_.getLines.toList)

  private val optionalIds = List(
    "connection_scale-20b_3000a_1queue_1_think1s_ramp50",
    "slow_consumer-20b_1a_1queue_2_think100ms",
    "slow_consumer-20b_1a_1topic_2_think100ms",
    "selectors-20b_2a_1queue_2",
    "selectors-20b_2a_1topic_2",
    "durable-1k_1a_1topic_5",
    "durable-1k_1a_1topic_20",
    "durable-1k_1p_1topic_5",
    "durable-1k_1p_1topic_20"
  )

  test("the standard profile is the original's 92 cells, by their names"):
    assertEquals(defaultIds.size, 92)
    assertEquals(plan(shipped, Profile.Standard).cells.map(_.id), defaultIds)

  test("each default group has as many cells as the original's"):
    val counts = plan(shipped, Profile.Standard).cells.groupMapReduce(_.group)(_ => 1)(_ + _)
    val expected =
      Map("unsubscribed_topic" -> 3, "load_unload" -> 3, "partitioned" -> 36, "fan_in_out" -> 32, "request_reply" -> 18)
    assertEquals(counts, expected)

  test("the full profile adds the 9 optional cells"):
    assertEquals(plan(shipped, Profile.Full).cells.map(_.id), defaultIds ++ optionalIds)

  test("the quick profile has a cell of every default group, and the extremes of every axis"):
    val quick = plan(shipped, Profile.Quick)
    val standard = plan(shipped, Profile.Standard)
    assertEquals(quick.groups, standard.groups)
    def extremes(cells: List[Cell]): Set[Any] =
      Set(
        cells.flatMap(_.messageSize).map(_.value).minMax,
        cells.map(_.producerCount).minMax,
        cells.map(_.consumerCount).minMax,
        cells.map(_.destinations.count).minMax,
        cells.map(_.destinations.kind).toSet,
        cells.flatMap(_.producers).map(p => (p.persistent, p.confirm, p.requests)).toSet
      )
    assertEquals(extremes(quick.cells), extremes(standard.cells))

  test("the quick profile has the four cells that are compared everywhere, and takes about a minute"):
    val quick = plan(shipped, Profile.Quick)
    val ids = quick.cells.map(_.id)
    for id <- List("20b_1a_1topic_1", "20b_10a_1topic_10", "20b_1a_1queue_1", "20b_1p_1queue_1") do
      assert(ids.contains(id), s"$id is not in $ids")
    assertEquals(ids.size, 13)
    assert(quick.duration(1) > 45 && quick.duration(1) < 75, s"${quick.duration(1)} s")

  test("timing of the profiles"):
    def timing(profile: Profile, id: String): Seq[Double] =
      val t = plan(shipped, profile).cells.find(_.id == id).get.timing
      Seq(t.warmUp.seconds, t.samples.toDouble, t.sampleInterval.seconds, t.drainTimeout.seconds, t.drainLimit.seconds)
    assertEquals(timing(Profile.Quick, "20b_1a_1queue_1"), Seq(1.0, 3.0, 1.0, 3.0, 5.0))
    assertEquals(timing(Profile.Standard, "20b_1a_1queue_1"), Seq(3.0, 15.0, 1.0, 3.0, 30.0))
    assertEquals(timing(Profile.Quick, "20b_1a_1queue_0"), Seq(1.0, 3.0, 1.0, 3.0, 5.0))
    assertEquals(timing(Profile.Standard, "20b_1a_1queue_0"), Seq(3.0, 30.0, 1.0, 3.0, 30.0))
    assertEquals(timing(Profile.Standard, "20b_0_1queue_1"), Seq(0.0, 30.0, 1.0, 3.0, 30.0))

  test("sync and async mean what they meant in the original"):
    def producers(id: String) = plan(shipped, Profile.Standard).cells.find(_.id == id).get.producers.head
    val async = producers("20b_1a_1queue_1")
    assertEquals((async.persistent, async.confirm, async.window), (false, Confirm.None, Window.Unbounded))
    val sync = producers("256k_10p_10topic_10")
    assertEquals((sync.persistent, sync.confirm, sync.window), (true, Confirm.Receipt, Window.Of(1)))
    val request = producers("request_reply-20b_10a_1queue_5")
    assertEquals((request.persistent, request.confirm, request.window), (false, Confirm.None, Window.Of(1)))

  test("axes carry the meaning, in the words of the file"):
    val cell = plan(shipped, Profile.Standard, "256k_5p_5topic_5").cells.head
    assertEquals(cell.axes, List("mode" -> "sync", "type" -> "topic", "size" -> "256 KiB", "n" -> "5"))
    assertEquals(cell.title, "5 sync producers, 5 topics, 5 consumers, 256 KiB")
    assertEquals(plan(shipped, Profile.Standard, "20b_0_*").cells.map(_.axes).last, List("phase" -> "unload"))

  extension [A: Ordering](values: List[A]) private def minMax: (A, A) = (values.min, values.max)
