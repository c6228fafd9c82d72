package shootout.machine

import shootout.result.ProcessCounter.{ReadBytes, WaitedNanos}
import shootout.result.{ProcessCounter, ProcessSample, ResourceSample}

class JoinedResourcesSuite extends munit.FunSuite:
  private def client(cores: Double, delay: Option[Double]) =
    val rates = Map(ReadBytes -> Some(10.0), WaitedNanos -> delay)
    ProcessSample(cores, 100, ProcessCounter.rates(rates.getOrElse(_, Some(0.01))))

  private def read(cores: Double, foreign: Option[Double], delay: Option[Double] = Some(1)) =
    ResourceSample(None, client(cores, delay), 0.01, 0.9, 2, foreign, Some(cores / 4))

  test("load JVMs add up and are not foreign to each other"):
    val broker = ProcessSample(1, 500)
    val first = read(0.4, Some(0.35)).copy(broker = Some(broker))
    val joined = JoinedResources.of(List(first, read(0.8, None), read(0.4, None)))
    assertEquals(joined.broker, Some(broker))
    assertEqualsDouble(joined.client.cpuCores, 1.6, 1e-9)
    assertEquals(joined.client.residentBytes, 300L)
    assertEquals(joined.client.rate(ReadBytes), Some(30.0))
    assertEqualsDouble(joined.clientShare.get, 0.4, 1e-9)
    assertEqualsDouble(joined.foreignShare.get, 0.35 - 0.3, 1e-9)
    assertEquals((joined.stealShare, joined.busyShare), (0.01, 0.9))

  test("a value that one JVM lacks is unknown for all; a single JVM keeps its reading"):
    val joined = JoinedResources.of(List(read(0.4, None), read(0.8, None, delay = None)))
    assertEquals(joined.client.rate(WaitedNanos), None)
    assertEquals(joined.foreignShare, None)
    assertEquals(JoinedResources.of(List(read(0.4, Some(0.1)))), read(0.4, Some(0.1)))
