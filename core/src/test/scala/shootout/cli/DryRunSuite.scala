package shootout.cli

class DryRunSuite extends munit.FunSuite:
  test("the amount of work is in singular or plural"):
    val one = DryRun.amount(6, brokers = 1, protocols = 1, repetitions = 1)
    assertEquals(one, "6 workloads for 1 broker x 1 repetition")
    val many = DryRun.amount(1, brokers = 2, protocols = 3, repetitions = 2)
    assertEquals(many, "1 workload for 2 brokers over 3 protocols x 2 repetitions")
