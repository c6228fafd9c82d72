package shootout.record

import shootout.result.{LatencyKind, Role}

class CostSuite extends munit.FunSuite:
  test("what a message costs to write and to read keeps fractions of a microsecond; other latencies do not"):
    val client = ClientRecorder(0).record(LatencyKind.Write, LatencyKind.Commit)
    val sampler = Sampler(List(SampledGroup("producers", Role.Producer, List(client))), openLoop = false, 0)
    sampler.begin(0)
    for kind <- List(LatencyKind.Write, LatencyKind.Commit); nanos <- List(400L, 400L, 700L, 2500L) do
      val recorder = client.latency(kind).get
      recorder.enter()
      recorder.record(nanos, began = 1)
      recorder.leave()
    sampler.sample(1_000_000_000)
    val summary = Evaluation(sampler.load, sampler.measurement).summary.get
    val write = summary.write.get
    assertEquals((write.count, write.usP50), (4L, 0.4))
    assertEqualsDouble(write.usMean, 1.0, 0.005)
    assertEqualsDouble(write.usMax, 2.5, 0.005)
    assertEquals(summary.commit.get.usMax, 2.0)
    assertEquals(summary.read, None)
