package shootout.driver

import shootout.broker.BrokerSpec

/** Holds a broker that was started, in every protocol that a module speaks, to everything that is asked of all. */
object AllContracts:
  def apply(
      suite: munit.FunSuite,
      spec: BrokerSpec,
      broker: BrokerUnderTest,
      subjects: List[DriverContract.Subject]
  ): Unit =
    for subject <- subjects do
      val groups =
        List(DriverContract(suite, subject), CapabilityContract(suite, subject), PrefetchContract(suite, subject))
      ConfirmationContract(suite, subject)
      ClaimsContract(suite, subject, groups.flatMap(_.contracts))
    // peers that only calibrate keep nothing
    if !spec.calibration && spec.durability.word != "memory" then SurvivalContract(suite, broker, spec.name, subjects)
