package shootout.scenario

import shootout.scenario.Distribution.*
import shootout.yaml.{Problems, Reader, Yaml}
import shootout.units.Nanos

class DistributionScenarioSuite extends munit.FunSuite with ScenarioTesting:
  import DistributionReader.{rate, size, think}

  private def read(reader: Reader[Distribution], text: String): Either[List[String], Distribution] =
    val problems = Problems()
    val value = reader.read(Yaml.parse("v.yaml", text).toOption.get, problems)
    if problems.isEmpty then Right(value.get) else Left(problems.toList.map(_.message))

  private def reads(text: String, reader: Reader[Distribution], expected: Distribution)(using munit.Location): Unit =
    test(s"reads $text")(assertEquals(read(reader, text), Right(expected)))

  private def refuses(text: String, reader: Reader[Distribution], expected: String*)(using munit.Location): Unit =
    test(s"refuses $text"):
      val found = read(reader, text).left.toOption.getOrElse(Nil)
      assertEquals(found.size, expected.size, found)
      for (message, part) <- found.zip(expected) do assert(message.contains(part), message)

  reads("20 B", size, Constant(20))
  reads("10 kB", size, Constant(10000))
  reads("1.5KiB", size, Constant(1536))
  reads("1000/s", rate, Constant(1000))
  reads("30/min", rate, Constant(0.5))
  reads("500 us", think, Constant(500e3))
  reads("0 s", think, Constant(0))
  reads("{uniform: [20 B, 1 KiB]}", size, Uniform(20, 1024))
  reads("{normal: {mean: 1 KiB, stdev: 10 B}}", size, Normal(1024, 10))
  private val burst = Burst(0, 100, Nanos.ofSeconds(9), Nanos.ofMillis(100))
  reads("{burst: {quiet: 0/s, busy: 100/s, quiet_for: 9 s, busy_for: 100 ms}}", rate, burst)
  private val steps =
    List(Nanos(0) -> Constant(1e6), Nanos.ofSeconds(10) -> Uniform(1e6, 3e6))
  reads("{steps: {0 s: 1 ms, 10 s: {uniform: [1 ms, 3 ms]}}}", think, Steps(steps))

  refuses("{uniform: [1 KiB, 20 B]}", size, "write the smaller one first")
  refuses("{uniform: [20 B]}", size, "found 1 numbers, expected two bounds")
  refuses("{uniform: [0 B, 20 B]}", size, "the smallest message is 1 B")
  refuses("{normal: {mean: 1 KiB}}", size, "'stdev' is missing")
  refuses("{steps: {1 s: 20 B}}", size, "steps begin at 0 s")
  refuses("{steps: {0 s: 20 B, 2 s: 30 B, 2000 ms: 20 B}}", size, "each begins later")
  refuses("{steps: {0 s: {steps: {0 s: 20 B}}}}", size, "write exactly one of", "unknown key 'steps'")
  refuses("{unifrom: [20 B, 30 B]}", size, "write exactly one of", "did you mean 'uniform'?")
  refuses("{uniform: [20 B, 30 B], normal: {mean: 20 B, stdev: 1 B}}", size, "write exactly one of")
  refuses("10", think, "found '10', expected a number and a unit (ns, us, ms, s, min, h)")
  refuses("25 h", think, "the longest is 24 h")
  refuses("2000000000/s", rate, "the highest rate is 1000000000/s")
  refuses("{burst: {quiet: 0/s, busy: 1/s, quiet_for: 0 s, busy_for: 1 s}}", rate, "the shortest is 1 ms")
