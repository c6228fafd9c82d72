package shootout.jms

import shootout.broker.*
import shootout.driver.{AllContracts, BrokerUnderTest, Driver}

import org.junit.AssumptionViolatedException

import java.nio.file.Path
import java.util.ServiceLoader
import scala.concurrent.Future
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** The driver's contract with every pair of a broker of the catalogue and a client library that speaks to it. Each broker is
  * really started, once for all of its protocols. Each library is tested with the broker of its makers in every
  * run of the tests. Discontinued brokers and all other pairs are part of the long one.
  *
  * The environment variable `SHOOTOUT_PAIRS` (`artemis,qpid`) restricts it to some brokers (variants
  * too), with all of their protocols, for whoever works on one.
  *
  * @param part
  *   which brokers; the halves take about as long, and run beside each other
  * @param others
  *   the pairs of a library and a broker of somebody else
  */
abstract class PairsContract(part: String => Boolean, others: Boolean = false) extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val home = Path.of(sys.props("shootout.home"))
  private val catalogue = Catalogue.read(home.resolve("brokers")).fold(p => fail(p.mkString("\n")), identity)
  private val drivers = ServiceLoader.load(classOf[Driver]).asScala.toList.filter(_.api == "jms")
  private val chosen = sys.env.get("SHOOTOUT_PAIRS").map(_.split(',').toSet)

  /** stompjms-client delivers a message late, behind later ones, or not at all, in one of some hundred tests (seen with Apollo and
    * RabbitMQ, which do not with our own client). Its tests get two more tries, and say so; what fails three times has failed.
    */
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

  // a variant speaks as its base does
  private val brokers =
    for
      spec <- catalogue if part(spec.broker) && chosen.fold(!spec.onlyByName)(_(spec.name))
      spoken = spokenBy(spec) if spoken.nonEmpty
    yield
      val broker = BrokerUnderTest(spec, spoken, home.resolve("target").resolve(s"test-${getClass.getSimpleName}"))
      test(s"${spec.name}: starts, and lets a JMS client connect")(broker.start())
      AllContracts(
        this,
        spec,
        broker,
        for (name, protocol) <- spoken
        yield broker.subject(name, protocol.lack(_).isEmpty, stays = spec.nodes.sizeIs == 1)
      )
      test(s"${spec.name}: stops, with all its processes, and leaves no data")(broker.end())
      broker

  private def spokenBy(spec: BrokerSpec): List[(String, JmsProtocol)] =
    for driver <- drivers; catalogued <- spec.protocol(driver.protocol) if takes(spec, driver)
    yield driver.protocol ->
      driver.speak(catalogued.dialect, spec.cannot(driver.protocol).toMap)
        .fold(p => fail(p.mkString("\n")), _.asInstanceOf[JmsProtocol])

  private def takes(spec: BrokerSpec, driver: Driver): Boolean =
    if chosen.nonEmpty then !others else PairsContract.makers.get(driver.protocol).contains(spec.broker) != others

object PairsContract:
  /** Of each protocol, the broker of those who made its library. */
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
