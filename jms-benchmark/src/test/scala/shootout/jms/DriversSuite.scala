package shootout.jms

import org.apache.activemq.ActiveMQConnectionFactory
import org.apache.activemq.util.IdGenerator
import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory
import org.hornetq.jms.client.HornetQConnectionFactory
import org.apache.qpid.jms.JmsConnectionFactory
import shootout.driver.{DeliveryPromise, Driver, Encryption, Protocol}
import shootout.yaml.{Node, Problem, Yaml}
import shootout.units.{Confirmation, Endpoint}

import java.nio.file.{Files, Path}
import java.util.ServiceLoader
import java.util.logging.{Level, LogManager}
import scala.jdk.CollectionConverters.*

/** What the engine learns of the libraries from their drivers alone, and the `options:` of a protocol, which win over
  * what the driver sets.
  */
class DriversSuite extends munit.FunSuite:
  private val drivers = ServiceLoader.load(classOf[Driver]).asScala.toList
  private val endpoint = Endpoint("127.0.0.1", 1, None, None, None)

  private def node(yaml: String): Node = Yaml.parse("broker.yaml", yaml).fold(p => fail(p.mkString), identity)
  private def speak(driver: JmsDriver, yaml: String): Either[List[Problem], Protocol] =
    driver.speak(node(yaml), Map.empty)
  private def spoken(driver: JmsDriver, yaml: String): Protocol =
    speak(driver, yaml).fold(p => fail(p.mkString), identity)
  private def wish(options: (String, String)*): Wish = Wish(confirm = false, pipelined = false, None, options.toList)

  test("an option takes the place of the driver's setting, in what is said of it too") {
    val plain = spoken(OpenWireDriver(), "{}")
    val asked = spoken(OpenWireDriver(), "options: {jms.useAsyncSend: \"false\"}")
    assert(plain.effectiveSettings.exists(_.startsWith("jms.useAsyncSend=true")))
    assertEquals(
      asked.effectiveSettings.filter(_.startsWith("jms.useAsyncSend")),
      List("jms.useAsyncSend=false: an option of broker.yaml")
    )
    assertEquals(asked.options, List("jms.useAsyncSend" -> "false"))
    assertEquals(asked.effectiveSettings.size, plain.effectiveSettings.size)
  }

  test("and in the library: OpenWire, Core, HornetQ") {
    def openWire(w: Wish) = OpenWireDriver().factory(endpoint, w).asInstanceOf[ActiveMQConnectionFactory].isUseAsyncSend
    assertEquals((openWire(wish()), openWire(wish("jms.useAsyncSend" -> "false"))), (true, false))
    def core(w: Wish) =
      CoreDriver().factory(endpoint, w).asInstanceOf[ActiveMQJMSConnectionFactory].isBlockOnDurableSend
    assertEquals((core(wish()), core(wish("blockOnDurableSend" -> "true"))), (false, true))
    def hornet(w: Wish) =
      HornetQDriver().factory(endpoint, w).asInstanceOf[HornetQConnectionFactory].isBlockOnDurableSend
    assertEquals((hornet(wish()), hornet(wish("blockOnDurableSend" -> "true"))), (false, true))
  }

  test("the library of OpenWire makes ids of its own without listening for others") {
    OpenWireDriver().factory(endpoint, wish())
    assert(IdGenerator().generateId.contains(s"-${ProcessHandle.current.pid}-"), IdGenerator().generateId)
  }

  private val pair = endpoint.copy(standby = List("127.0.0.1" -> 2))

  test("of a broker with several nodes a client knows all, and fails over: OpenWire, AMQP, Core, HornetQ") {
    val openWire =
      OpenWireDriver().factory(
        pair,
        wish("wireFormat.maxInactivityDuration" -> "0")
      ).asInstanceOf[ActiveMQConnectionFactory]
    val uri = openWire.getBrokerURL
    assert(uri.startsWith("failover:(tcp://127.0.0.1:1,tcp://127.0.0.1:2)?randomize=false"), uri)
    assert(uri.contains("nested.wireFormat.maxInactivityDuration=0"), uri)
    assert(openWire.isUseAsyncSend, "what is said of JMS is heard beside the nodes")
    val amqp = AmqpDriver().factory(pair.copy(virtualHost = Some("v")), wish()).asInstanceOf[JmsConnectionFactory]
    assert(amqp.getRemoteURI.startsWith("failover:(amqp://127.0.0.1:1,amqp://127.0.0.1:2)"), amqp.getRemoteURI)
    assert(amqp.getRemoteURI.contains("failover.nested.amqp.vhost=v"), amqp.getRemoteURI)
    assert(amqp.isForceAsyncSend)
    val core = CoreDriver().factory(pair, wish("retryInterval" -> "50")).asInstanceOf[ActiveMQJMSConnectionFactory]
    assertEquals((core.isHA, core.getReconnectAttempts, core.getRetryInterval), (true, 300, 50L))
    assertEquals(core.getStaticConnectors.map(_.getParams.get("port").toString).toList, List("1", "2"))
    val hornet = HornetQDriver().factory(pair, wish()).asInstanceOf[HornetQConnectionFactory]
    assertEquals((hornet.isHA, hornet.getReconnectAttempts), (true, 300))
    assertEquals(hornet.getStaticConnectors.map(_.getParams.get("port").toString).toList, List("1", "2"))
    val alone = CoreDriver().factory(endpoint, wish()).asInstanceOf[ActiveMQJMSConnectionFactory]
    assertEquals((alone.isHA, alone.getReconnectAttempts), (false, 0))
  }

  test("how many nodes have a message that was confirmed: it stands in the result, and in what is promised") {
    val pair = spoken(CoreDriver(), "replicas: 2")
    assertEquals((pair.options, pair.promise.confirmation), (List("replicas" -> "2"), Confirmation.Replicas))
    assertEquals(spoken(CoreDriver(), "{}").promise, DeliveryPromise.plain)
    assert(speak(CoreDriver(), "replicas: 0").isLeft)
  }

  test("an option that the library does not have, where that is known before it connects") {
    for driver <- List(HornetQDriver(), RabbitMqDriver(), StompJmsDriver()) do
      val found = speak(driver, "options: {noSuchThing: \"1\"}").left.toOption.getOrElse(fail(driver.name))
      assert(found.head.toString.contains("has no option 'noSuchThing'"), found)
    assert(speak(StompJmsDriver(), "options: {queue_prefix: /queue/}").isRight)
  }

  test("the schema for editors knows the keys of this section") {
    val home = Path.of(sys.props("shootout.home"))
    val schema = ujson.read(Files.readString(home.resolve("brokers/broker.schema.json")))
    val known = schema("$defs")("jms")("properties").obj.keySet.toSet -- Set("port", "cannot", "unsupported")
    val Listed = """(?s).*\(allowed: ([^)]*)\).*""".r
    speak(OpenWireDriver(), "zzz: 1").left.toOption.get.mkString match
      case Listed(keys) => assertEquals(known, keys.split(", ").toSet)
      case other => fail(other)
  }

  test("virtual hosts: of AMQP, 1.0 and RabbitMQ's own; none goes over TLS") {
    assertEquals(drivers.filter(_.access.virtualHosts).map(_.protocol), List("amqp", "rabbitmq"))
    assertEquals(drivers.filter(_.access.encryption != Encryption.Never), Nil)
  }

  test("its library stays silent although the garbage collector runs") {
    assertEquals(OpenMq.log.getLevel, Level.OFF)
    System.gc()
    assertEquals(Option(LogManager.getLogManager.getLogger("javax.jms")).map(_.getLevel), Some(Level.OFF))
  }
