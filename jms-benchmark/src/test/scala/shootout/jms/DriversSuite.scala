package shootout.jms

import org.apache.activemq.ActiveMQConnectionFactory
import org.apache.activemq.util.IdGenerator
import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory
import org.hornetq.jms.client.HornetQConnectionFactory
import org.apache.qpid.jms.JmsConnectionFactory
import shootout.driver.{DeliveryPromise, Protocol}
import shootout.jms.JmsSystems.{home, orFail}
import shootout.yaml.{Node, Problem, Yaml}
import shootout.units.{Confirmation, Endpoint}

import java.nio.file.Files
import java.util.logging.{Level, LogManager}

/** How drivers configure their libraries, and the `options:` of a protocol. */
class DriversSuite extends munit.FunSuite:
  private val endpoint = Endpoint("127.0.0.1", 1, None, None, None)

  private def node(yaml: String): Node = Yaml.parse("broker.yaml", yaml).orFail
  private def speak(driver: JmsDriver, yaml: String): Either[List[Problem], Protocol] =
    driver.speak(node(yaml), Map.empty)
  private def spoken(driver: JmsDriver, yaml: String): Protocol = speak(driver, yaml).orFail
  private def wish(options: (String, String)*): Wish =
    Wish(confirm = false, pipelined = false, None, options.toList)

  test("an option replaces the driver's setting in the result"):
    def settings(yaml: String) = spoken(OpenWireDriver(), yaml).effectiveSettings
    val changed = "options: {jms.useAsyncSend: \"false\"}"
    assert(settings("{}").exists(_.startsWith("jms.useAsyncSend=true")))
    val own = settings(changed).filter(_.startsWith("jms.useAsyncSend"))
    assertEquals(own, List("jms.useAsyncSend=false: an option of broker.yaml"))
    assertEquals(spoken(OpenWireDriver(), changed).options, List("jms.useAsyncSend" -> "false"))
    assertEquals(settings(changed).size, settings("{}").size)

  private def openWire(w: Wish, at: Endpoint = endpoint) =
    OpenWireDriver().factory(at, w).asInstanceOf[ActiveMQConnectionFactory]
  private def core(w: Wish, at: Endpoint = endpoint) =
    CoreDriver().factory(at, w).asInstanceOf[ActiveMQJMSConnectionFactory]
  private def hornet(w: Wish, at: Endpoint = endpoint) =
    HornetQDriver().factory(at, w).asInstanceOf[HornetQConnectionFactory]

  test("an option replaces the driver's setting in the library"):
    assert(openWire(wish()).isUseAsyncSend && !openWire(wish("jms.useAsyncSend" -> "false")).isUseAsyncSend)
    val blocking = wish("blockOnDurableSend" -> "true")
    assert(!core(wish()).isBlockOnDurableSend && core(blocking).isBlockOnDurableSend)
    assert(!hornet(wish()).isBlockOnDurableSend && hornet(blocking).isBlockOnDurableSend)

  test("the OpenWire library creates its ids without a listening socket"):
    OpenWireDriver().factory(endpoint, wish())
    assert(IdGenerator().generateId.contains(s"-${ProcessHandle.current.pid}-"), IdGenerator().generateId)

  private val pair = endpoint.copy(standby = List("127.0.0.1" -> 2))

  test("a client of a broker with several nodes knows them all, and fails over"):
    val failover = openWire(wish("wireFormat.maxInactivityDuration" -> "0"), pair)
    val uri = failover.getBrokerURL
    assert(uri.startsWith("failover:(tcp://127.0.0.1:1,tcp://127.0.0.1:2)?randomize=false"), uri)
    assert(uri.contains("nested.wireFormat.maxInactivityDuration=0"), uri)
    assert(failover.isUseAsyncSend, "an option of JMS applies beside the nodes")
    val amqp =
      AmqpDriver().factory(pair.copy(virtualHost = Some("v")), wish()).asInstanceOf[JmsConnectionFactory]
    assert(amqp.getRemoteURI.startsWith("failover:(amqp://127.0.0.1:1,amqp://127.0.0.1:2)"), amqp.getRemoteURI)
    assert(amqp.getRemoteURI.contains("failover.nested.amqp.vhost=v"), amqp.getRemoteURI)
    assert(amqp.isForceAsyncSend)
    val artemis = core(wish("retryInterval" -> "50"), pair)
    assertEquals((artemis.isHA, artemis.getReconnectAttempts, artemis.getRetryInterval), (true, 300, 50L))
    assertEquals(artemis.getStaticConnectors.map(_.getParams.get("port").toString).toList, List("1", "2"))
    val hornetQ = hornet(wish(), pair)
    assertEquals((hornetQ.isHA, hornetQ.getReconnectAttempts), (true, 300))
    assertEquals(hornetQ.getStaticConnectors.map(_.getParams.get("port").toString).toList, List("1", "2"))
    assertEquals((core(wish()).isHA, core(wish()).getReconnectAttempts), (false, 0))

  test("the number of replicas is in the result and in the promise"):
    val pair = spoken(CoreDriver(), "replicas: 2")
    assertEquals((pair.options, pair.promise.confirmation), (List("replicas" -> "2"), Confirmation.Replicas))
    assertEquals(spoken(CoreDriver(), "{}").promise, DeliveryPromise.plain)
    assert(speak(CoreDriver(), "replicas: 0").isLeft)

  test("an unknown option is refused where the library's options are known"):
    for driver <- List(HornetQDriver(), RabbitMqDriver(), StompJmsDriver()) do
      val found = speak(driver, "options: {noSuchThing: \"1\"}").left.toOption.getOrElse(fail(driver.name))
      assert(found.head.toString.contains("has no option 'noSuchThing'"), found)
    assert(speak(StompJmsDriver(), "options: {queue_prefix: /queue/}").isRight)

  test("the schema for editors has the keys of this section"):
    val schema = ujson.read(Files.readString(home.resolve("brokers/broker.schema.json")))
    val known = schema("$defs")("jms")("properties").obj.keySet.toSet -- Set("port", "cannot", "unsupported")
    val Listed = """(?s).*\(allowed: ([^)]*)\).*""".r
    speak(OpenWireDriver(), "zzz: 1").left.toOption.get.mkString match
      case Listed(keys) => assertEquals(known, keys.split(", ").toSet)
      case other => fail(other)

  test("the library of OpenMQ stays silent after a garbage collection"):
    assertEquals(OpenMq.log.getLevel, Level.OFF)
    System.gc()
    assertEquals(Option(LogManager.getLogManager.getLogger("javax.jms")).map(_.getLevel), Some(Level.OFF))
