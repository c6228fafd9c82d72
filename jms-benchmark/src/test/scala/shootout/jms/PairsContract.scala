package shootout.jms

import shootout.broker.*
import shootout.driver.{AllContracts, BrokerUnderTest, Driver}
import shootout.jms.JmsSystems.{catalogue, drivers, home}

import org.junit.AssumptionViolatedException

import scala.concurrent.Future
import scala.concurrent.duration.*

/** The driver's contract with every broker of the catalogue and every client library for it. `bin/test` tests each
  * library with its own vendor's broker, and `bin/test --long` all other pairs and discontinued brokers.
  *
  * The environment variable `SHOOTOUT_PAIRS` (`artemis,qpid`) selects brokers or variants, with all of their protocols.
  *
  * @param part
  *   which brokers; the parts run at the same time
  * @param others
  *   the pairs of a library and another vendor's broker
  */
abstract class PairsContract(part: String => Boolean, others: Boolean = false) extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val chosen = sys.env.get("SHOOTOUT_PAIRS").map(_.split(',').toSet)

  /** stompjms-client sometimes delivers a message late, out of order, or never. So its tests are tried up to three times. */
  override def munitTestTransforms: List[TestTransform] = super.munitTestTransforms :+
    TestTransform(
      "more tries",
      test =>
        if test.name.contains("(stomp_jms)") then test.withBody(() => tried(test.name, test.body, more = 2))
        else test
    )

  private def tried(name: String, body: () => Future[Any], more: Int): Future[Any] =
    Future.unit.flatMap(_ => body())(using munitExecutionContext).recoverWith {
      case e if more > 0 && !e.isInstanceOf[AssumptionViolatedException] =>
        println(s"$name: failed (${e.getMessage.linesIterator.nextOption.getOrElse("")}), another try")
        tried(name, body, more - 1)
    }(using munitExecutionContext)

  override def afterAll(): Unit = brokers.foreach(_.close())

  private val brokers =
    for
      spec <- catalogue if part(spec.broker) && chosen.fold(!spec.onlyByName)(_(spec.name))
      spoken = spokenBy(spec) if spoken.nonEmpty
    yield
      val broker =
        BrokerUnderTest(spec, spoken, home.resolve("target").resolve(s"test-${getClass.getSimpleName}"))
      test(s"${spec.name}: the broker starts, and a JMS client connects")(broker.start())
      AllContracts(
        this,
        spec,
        broker,
        for (name, protocol) <- spoken
        yield broker.subject(name, protocol.lack(_).isEmpty, stays = spec.nodes.sizeIs == 1)
      )
      test(s"${spec.name}: the broker stops with all its processes and leaves no data")(broker.end())
      broker

  private def spokenBy(spec: BrokerSpec): List[(String, JmsProtocol)] =
    for driver <- drivers; catalogued <- spec.protocol(driver.protocol) if takes(spec, driver)
    yield driver.protocol -> JmsSystems.protocol(driver, spec, catalogued)

  private def takes(spec: BrokerSpec, driver: Driver): Boolean =
    if chosen.nonEmpty then !others else PairsContract.makers.get(driver.protocol).contains(spec.broker) != others

object PairsContract:
  /** By protocol, the broker of the library's vendor. */
  val makers: Map[String, String] = Map(
    "amqp" -> "qpid",
    "core" -> "artemis",
    "hornetq" -> "hornetq",
    "openmq" -> "openmq",
    "openwire" -> "activemq",
    "rabbitmq" -> "rabbitmq",
    "stomp_jms" -> "apollo"
  )
  val first: Set[String] = Set("artemis", "openmq", "qpid")
  val discontinued: Set[String] = Set("apollo", "hornetq")

class PairsContractIT extends PairsContract(PairsContract.first)
class MorePairsContractIT extends PairsContract(!(PairsContract.first ++ PairsContract.discontinued)(_))
class DiscontinuedPairsContractLongIT extends PairsContract(PairsContract.discontinued)
class OtherPairsContractLongIT extends PairsContract(PairsContract.first, others = true)
class MoreOtherPairsContractLongIT extends PairsContract(!PairsContract.first(_), others = true)
