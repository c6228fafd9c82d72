package shootout.driver

import shootout.units.Endpoint

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.*

/** The in-memory broker passes the contract of real drivers, so engine tests can rely on it. */
class InMemoryDriverSuite extends munit.FunSuite:
  private class InMemory extends DriverContract.Subject:
    val label = "in memory"
    val protocol: Protocol = InMemoryDriver(InMemoryBroker())
    val endpoint: Endpoint = Endpoint("127.0.0.1", 1, None, None, None)
    private val lacks =
      Set("listener", "selector", "durable", "shared", "temporary_queue", "small_body", "price_update", "priority")
    def supports(capability: String): Boolean = !lacks(capability) && !capability.startsWith("message_")

  private object subject extends InMemory
  private val contracts = AllContracts.groups(this, subject).flatMap(_.contracts)

  private def stillCannot(
      word: String,
      hangs: Boolean = false,
      tried: List[Contract] = contracts,
      within: FiniteDuration = 10.seconds
  ) =
    val claiming = new InMemory:
      override val label = "in memory, claiming"
      override def destinations: List[String] = DriverContract.destinations("claimed")
      override def supports(capability: String): Boolean =
        capability != word && super.supports(capability)
    ClaimsContract.stillCannot(ClaimsContract.Claim(word, hangs), claiming, tried, within)

  test("every capability has a contract, except those that all contracts or a kill test"):
    val untried = Needs.words.filterNot(contracts.flatMap(_.needs).contains)
    assertEquals(untried, List("queue", "persistent", "non_persistent") ++ SurvivalContract.words)

  test("a claim fails if every contract about it holds"):
    val refuted = intercept[munit.FailException](stillCannot("transaction"))
    assert(refuted.getMessage.contains("transaction now works: remove it from broker.yaml"), refuted.getMessage)

  test("a claim holds if one contract about it fails"):
    assert(stillCannot("priority").contains("overtakes"))

  test("a timeout proves only a claim that says hangs: true"):
    val waiting = List(Contract("waits", List("priority"), _ => CountDownLatch(1).await()))
    val unproved = intercept[munit.FailException](stillCannot("priority", false, waiting, 500.millis))
    assert(unproved.getMessage.contains("The claim does not say 'hangs: true'"), unproved.getMessage)
    assert(stillCannot("priority", true, waiting, 500.millis).contains("not done after"))

  test("a claim without a contract is an error"):
    val untried = intercept[munit.FailException](stillCannot("levitation"))
    assert(untried.getMessage.contains("no contract tries 'levitation'"), untried.getMessage)
