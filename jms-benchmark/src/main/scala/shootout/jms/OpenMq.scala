package shootout.jms

import shootout.driver.Unsupported
import shootout.units.Endpoint

import java.net.URLClassLoader
import java.util.logging.{Level, Logger}
import javax.jms.ConnectionFactory

/** OpenMQ's own protocol. Its client for `javax.jms` is no artifact of its own, only a jar within the distribution; the
  * build takes that jar out, and it is loaded beside all others.
  */
object OpenMq extends Vendor:
  def protocol = "openmq"
  def library = "mq-distribution's imq.jar"

  /** It writes each exception that it throws to the terminal too. Kept here: else it may be collected, and its level with
    * it. Not private: the compiler makes a local variable of what only the initializer uses.
    */
  private[jms] val log: Logger = Logger.getLogger("javax.jms")
  log.setLevel(Level.OFF)

  lazy val sample: Class[?] =
    val jar = getClass.getResource("/mq/lib/imq.jar")
    if jar == null then throw IllegalStateException("imq.jar is missing: the build has not unpacked it")
    URLClassLoader("openmq", Array(jar), getClass.getClassLoader).loadClass("com.sun.messaging.ConnectionFactory")

  override def settings: List[String] = List(
    "imqAckOnProduce: true where sends are confirmed, false where they are not; by default only persistent ones are",
    "imqAckTimeout=30000: by default whoever waits for the broker waits for ever",
    "imqConsumerFlowLimit: where a prefetch is asked for",
    "imqConsumerFlowThreshold=50: where a prefetch is asked for"
  )

  override def cannot: Unsupported = Unsupported("ack_individual" -> "the library has no such session mode")

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val made = sample.getConstructor().newInstance().asInstanceOf[ConnectionFactory]
    val set = sample.getMethod("setProperty", classOf[String], classOf[String])
    def put(name: String, value: String): Unit = set.invoke(made, name, value)
    put("imqAddressList", s"mq://${endpoint.host}:${endpoint.port}/jms")
    // else persistent messages are confirmed and others are not
    put("imqAckOnProduce", wish.confirm.toString)
    put("imqAckTimeout", "30000")
    for n <- wish.prefetch do
      put("imqConsumerFlowLimit", n.toString)
      put("imqConsumerFlowThreshold", "50")
    for (name, value) <- wish.options do put(name, value)
    made
