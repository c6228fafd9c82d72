package shootout.scenario

import shootout.yaml.{Problems, Reader, Yaml}
import shootout.units.Nanos

class DistributionScenarioSuite extends munit.FunSuite with ScenarioTesting:
  private def varying(reader: Reader[Distribution], text: String): Either[List[String], Distribution] =
    val problems = Problems()
    val node = Yaml.parse("v.yaml", text).toOption.get
    val value = reader.read(node, problems)
    if problems.isEmpty then Right(value.get) else Left(problems.toList.map(_.message))

  private def reads(text: String, reader: Reader[Distribution], expected: Distribution)(using munit.Location): Unit =
    test(s"reads $text")(assertEquals(varying(reader, text), Right(expected)))

  private def refuses(text: String, reader: Reader[Distribution], expected: String*)(using munit.Location): Unit =
    test(s"refuses $text"):
      val found = varying(reader, text).left.toOption.getOrElse(Nil)
      assertEquals(found.size, expected.size, found)
      for (message, part) <- found.zip(expected) do assert(message.contains(part), message)

  reads("20 B", DistributionReader.size, Distribution.Constant(20))
  reads("10 kB", DistributionReader.size, Distribution.Constant(10000))
  reads("1.5KiB", DistributionReader.size, Distribution.Constant(1536))
  reads("10 MiB", DistributionReader.size, Distribution.Constant(10 * 1024 * 1024))
  reads("1000/s", DistributionReader.rate, Distribution.Constant(1000))
  reads("30/min", DistributionReader.rate, Distribution.Constant(0.5))
  reads("500 us", DistributionReader.think, Distribution.Constant(500e3))
  reads("0 s", DistributionReader.think, Distribution.Constant(0))
  reads("{uniform: [20 B, 1 KiB]}", DistributionReader.size, Distribution.Uniform(20, 1024))
  reads("{normal: {mean: 1 KiB, stdev: 10 B}}", DistributionReader.size, Distribution.Normal(1024, 10))
  reads(
    "{burst: {quiet: 0/s, busy: 100/s, quiet_for: 9 s, busy_for: 100 ms}}",
    DistributionReader.rate,
    Distribution.Burst(0, 100, Nanos(9_000_000_000L), Nanos(100_000_000L))
  )
  reads(
    "{steps: {0 s: 1 ms, 10 s: {uniform: [1 ms, 3 ms]}}}",
    DistributionReader.think,
    Distribution.Steps(List(
      Nanos(0) -> Distribution.Constant(1e6),
      Nanos(10_000_000_000L) -> Distribution.Uniform(1e6, 3e6)
    ))
  )

  refuses("{uniform: [1 KiB, 20 B]}", DistributionReader.size, "write the smaller one first")
  refuses("{uniform: [20 B]}", DistributionReader.size, "found 1 numbers, expected two bounds")
  refuses("{uniform: [0 B, 20 B]}", DistributionReader.size, "the smallest message is 1 B")
  refuses("{normal: {mean: 1 KiB}}", DistributionReader.size, "'stdev' is missing")
  refuses("{steps: {1 s: 20 B}}", DistributionReader.size, "steps begin at 0 s")
  refuses("{steps: {0 s: 20 B, 2 s: 30 B, 2000 ms: 20 B}}", DistributionReader.size, "each begins later")
  refuses(
    "{steps: {0 s: {steps: {0 s: 20 B}}}}",
    DistributionReader.size,
    "write exactly one of",
    "unknown key 'steps'"
  )
  refuses("{unifrom: [20 B, 30 B]}", DistributionReader.size, "write exactly one of", "did you mean 'uniform'?")
  refuses("{uniform: [20 B, 30 B], normal: {mean: 20 B, stdev: 1 B}}", DistributionReader.size, "write exactly one of")
  refuses("10", DistributionReader.think, "found '10', expected a number and a unit (ns, us, ms, s, min, h)")
  refuses("25 h", DistributionReader.think, "the longest is 24 h")
  refuses("2000000000/s", DistributionReader.rate, "the highest rate is 1000000000/s")
  refuses(
    "{burst: {quiet: 0/s, busy: 1/s, quiet_for: 0 s, busy_for: 1 s}}",
    DistributionReader.rate,
    "the shortest is 1 ms"
  )
