package shootout.cli

class DryRunSuite extends munit.FunSuite:
  test("how much would run, in words that fit one and many"):
    assertEquals(
      DryRun.amount(6, brokers = 1, protocols = 1, repetitions = 1),
      "6 workloads for 1 broker x 1 repetition"
    )
    assertEquals(
      DryRun.amount(1, brokers = 2, protocols = 3, repetitions = 2),
      "1 workload for 2 brokers over 3 protocols x 2 repetitions"
    )
