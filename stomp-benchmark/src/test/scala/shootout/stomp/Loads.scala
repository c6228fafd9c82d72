package shootout.stomp

import shootout.driver.Protocol
import shootout.yaml.Yaml
import shootout.result.{Sample, Status, WorkloadResult}
import shootout.engine.{Clock, Killer, LinkedState, Run, Watch}
import shootout.scenario.{Plan, PlanSettings, Profile, ScenarioFile, Workload}
import shootout.units.Endpoint

/** Whole workloads, from a few words to a result. */
object Loads extends munit.Assertions:
  /** @param scenario
    *   the value of `scenario:`
    */
  def workload(scenario: String): Workload =
    val plan = Yaml
      .parse("test.yaml", s"group: g\nscenario: $scenario\n")
      .flatMap(ScenarioFile.parse)
      .flatMap(scenario => Plan.from(List(scenario), PlanSettings(Profile.Full)))
    plan.fold(problems => fail(problems.mkString), _.workloads.head)

  /** @param base
    *   name of its destination
    */
  def measured(
      protocol: Protocol,
      endpoint: Endpoint,
      workload: Workload,
      base: String,
      killer: Option[Killer] = None
  ): WorkloadResult =
    val watch = new Watch:
      def cancelled: Boolean = false
      def brokerAlive: Boolean = true
      def sampled(workload: Workload, sample: Sample): Unit = ()
    val run = Run(protocol, endpoint, Clock.system, watch, killer = killer)
    val result = run.execute(workload, 1, LinkedState(base, 1)).result
    assertEquals(result.status, Status.Measured, result.reason)
    result
