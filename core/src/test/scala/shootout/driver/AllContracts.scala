package shootout.driver

import shootout.broker.BrokerSpec
import shootout.units.Durability

/** Holds a broker that was started, in every protocol that a module speaks, to everything that is asked of all. */
object AllContracts:
  /** What is asked of every driver and broker, by what it is about; a broker that lacks a capability is not asked for it. */
  def groups(suite: munit.FunSuite, subject: DriverContract.Subject): List[ContractTests] = List(
    DriverContract(suite, subject),
    AcknowledgeContract(suite, subject),
    BatchContract(suite, subject),
    MessageContract(suite, subject),
    SubscriptionContract(suite, subject),
    PrefetchContract(suite, subject)
  )

  def apply(
      suite: munit.FunSuite,
      spec: BrokerSpec,
      broker: BrokerUnderTest,
      subjects: List[DriverContract.Subject]
  ): Unit =
    for subject <- subjects do
      val contracts = groups(suite, subject).flatMap(_.contracts)
      ConfirmationContract(suite, subject)
      ClaimsContract(suite, subject, contracts)
    // peers that only calibrate keep nothing
    if !spec.calibration && spec.durability.is != Durability.Memory then
      SurvivalContract(suite, broker, spec.name, subjects)
