package shootout.queue

import shootout.broker.Catalogue
import shootout.campaign.Drivers
import shootout.driver.{Driver, DriverUnusable}
import shootout.queue.QueueSystems.orFail
import shootout.yaml.Yaml
import shootout.units.{Endpoint, Nanos}

import scala.util.Using

/** Errors about a missing library. */
class MissingLibrarySuite extends munit.FunSuite:
  /** Loads the classes of the `own` packages again, and finds none of a missing one. */
  private final class Without(missing: String, own: String*) extends ClassLoader(getClass.getClassLoader):
    override def loadClass(name: String, resolve: Boolean): Class[?] = getClassLoadingLock(name).synchronized:
      if name.startsWith(missing) then throw ClassNotFoundException(name)
      else if !own.exists(name.startsWith) then super.loadClass(name, resolve)
      else Option(findLoadedClass(name)).getOrElse(define(name))

    private def define(name: String): Class[?] =
      val found = getParent.getResourceAsStream(name.replace('.', '/') + ".class")
      if found == null then throw ClassNotFoundException(name)
      val bytes = Using.resource(found)(_.readAllBytes)
      defineClass(name, bytes, 0, bytes.length)

  test("a driver names the missing class of an incomplete library") {
    val loader = Without("io.netty.", "shootout.queue.rabbit.", "com.rabbitmq.")
    val driver =
      loader.loadClass("shootout.queue.rabbit.RabbitDriver").getConstructor().newInstance().asInstanceOf[Driver]
    val protocol = Yaml.parse("broker.yaml", "{}").flatMap(driver.speak(_, Map.empty)).orFail
    val nowhere = Endpoint("127.0.0.1", 1, None, None, None)
    val error = intercept[DriverUnusable](protocol.handshake(nowhere, Nanos.ofSeconds(90))).getMessage
    assert(error.startsWith("the driver cannot be loaded: the class io.netty."), error)
    assert(error.endsWith(" is missing"), error)
  }

  test("a missing library is reported before anything starts, with the remedy"):
    val catalogue = Catalogue.read(QueueSystems.home.resolve("brokers")).orFail
    val before = Thread.currentThread.getContextClassLoader
    Thread.currentThread.setContextClassLoader(Without("org.apache.kafka.", "shootout.queue.kafka."))
    try
      val error = Drivers.check(catalogue).fold(_.mkString, _ => "nothing")
      assert(error.startsWith("the driver cannot be loaded: the class org.apache.kafka."), error)
      assert(error.endsWith(s"; ${DriverUnusable.Remedy}"), error)
    finally Thread.currentThread.setContextClassLoader(before)
