package shootout.jms

import shootout.driver.Unsupported
import shootout.units.Endpoint

import java.net.URLClassLoader
import java.util.logging.{Level, Logger}
import javax.jms.ConnectionFactory

/** OpenMQ's own protocol. Its client for `javax.jms` is not an artifact, only a jar within the distribution. The build
  * extracts that jar, and a class loader of its own loads it.
  */
final class OpenMqDriver extends JmsDriver("openmq", "OpenMQ", "mq-distribution's imq.jar"):
  def sample: Class[?] = OpenMq.sample

  override def settings: List[String] = List(
    "imqAckOnProduce: true in workloads with publisher confirms, and false in others; by default, only persistent " +
      "messages are confirmed",
    "imqAckTimeout=30000: by default, a client waits forever for the broker",
    "imqConsumerFlowLimit: set only if the workload asks for a prefetch",
    "imqConsumerFlowThreshold=50: set only if the workload asks for a prefetch"
  )

  override def cannot: Unsupported = Unsupported("ack_individual" -> "the library cannot acknowledge single messages")

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val made = sample.getConstructor().newInstance().asInstanceOf[ConnectionFactory]
    val set = sample.getMethod("setProperty", classOf[String], classOf[String])
    def put(name: String, value: String): Unit = set.invoke(made, name, value)
    put("imqAddressList", s"mq://${endpoint.host}:${endpoint.port}/jms")
    // by default, only persistent messages are confirmed
    put("imqAckOnProduce", wish.confirm.toString)
    put("imqAckTimeout", "30000")
    for n <- wish.prefetch do
      put("imqConsumerFlowLimit", n.toString)
      put("imqConsumerFlowThreshold", "50")
    for (name, value) <- wish.options do put(name, value)
    made

private[jms] object OpenMq:
  /** The library also writes each exception that it throws to the terminal, so its logger is turned off. The logger is
    * kept here, because otherwise it may be garbage-collected, and its level with it. It is not private, because the
    * compiler makes a local variable of a private value that only the initializer uses.
    */
  val log: Logger = Logger.getLogger("javax.jms")
  log.setLevel(Level.OFF)

  lazy val sample: Class[?] =
    val jar = getClass.getResource("/mq/lib/imq.jar")
    if jar == null then throw IllegalStateException("imq.jar was not unpacked; build the project again")
    URLClassLoader("openmq", Array(jar), getClass.getClassLoader).loadClass("com.sun.messaging.ConnectionFactory")
