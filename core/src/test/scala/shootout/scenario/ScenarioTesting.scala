package shootout.scenario

import shootout.yaml.{Problem, Yaml}

import java.nio.file.Path

trait ScenarioTesting:
  self: munit.FunSuite =>

  val home: Path = Path.of(System.getProperty("shootout.home", "."))
  val shippedFolder: Path = home.resolve("stomp-benchmark/scenarios")

  lazy val shipped: List[Scenario] = right(ScenarioFile.read(List(shippedFolder)))

  def right[A](read: Either[List[Problem], A]): A =
    read.fold(problems => fail(problems.mkString("\n", "\n", "\n")), identity)

  def plan(scenarios: List[Scenario], profile: Profile, only: String*): Plan =
    right(Plan.from(scenarios, PlanSettings(profile, only.toList)))

  def read(text: String): Either[List[Problem], Scenario] =
    Yaml.parse("my.yaml", text).flatMap(ScenarioFile.parse)

  /** The workloads of a text in the full profile. */
  def workloads(text: String): List[Workload] = plan(List(right(read(text))), Profile.Full).workloads

  /** Asserts that a text has exactly these problems: the line and words of the message of each. */
  def says(text: String, expected: (Int, String)*)(using munit.Location): Unit =
    val found = problems(text)
    assertEquals(found.map(_.takeWhile(_ != ':')), expected.toList.map((line, _) => line.toString), found)
    for (problem, (_, words)) <- found.zip(expected) do assert(problem.contains(words), problem)

  def refuses(what: String, text: String, expected: (Int, String)*)(using munit.Location): Unit =
    test(s"refuses $what")(says(text, expected*))

  def problems(text: String): List[String] = read(text) match
    case Left(found) => found.map(p => s"${p.place.line}: ${p.message}")
    case Right(_) => Nil
