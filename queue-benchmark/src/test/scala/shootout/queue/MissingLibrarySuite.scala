package shootout.queue

import shootout.broker.Catalogue
import shootout.campaign.Drivers
import shootout.driver.{Driver, DriverUnusable}
import shootout.yaml.Yaml
import shootout.units.{Endpoint, Nanos}

import scala.util.Using

/** What a person is told when a library is not where it should be. */
class MissingLibrarySuite extends munit.FunSuite:
  /** Loads the classes of `own` packages anew, and does not find those of a missing one. */
  private final class Without(missing: String, own: String*) extends ClassLoader(getClass.getClassLoader):
    override def loadClass(name: String, resolve: Boolean): Class[?] = getClassLoadingLock(name).synchronized {
      if name.startsWith(missing) then throw ClassNotFoundException(name)
      else if !own.exists(name.startsWith) then super.loadClass(name, resolve)
      else Option(findLoadedClass(name)).getOrElse(define(name))
    }

    private def define(name: String): Class[?] =
      val found = getParent.getResourceAsStream(name.replace('.', '/') + ".class")
      if found == null then throw ClassNotFoundException(name)
      val bytes = Using.resource(found)(_.readAllBytes)
      defineClass(name, bytes, 0, bytes.length)

  test("a driver whose library is incomplete says which class is missing, and waits for no broker") {
    val loader = Without("io.netty.", "shootout.queue.rabbit.", "com.rabbitmq.")
    val driver =
      loader.loadClass("shootout.queue.rabbit.RabbitDriver").getConstructor().newInstance().asInstanceOf[Driver]
    val protocol =
      Yaml.parse("broker.yaml", "{}").flatMap(driver.speak(_, Map.empty)).fold(p => fail(p.mkString), identity)
    // where nobody listens
    val nowhere = Endpoint("127.0.0.1", 1, None, None, None)
    val told = intercept[DriverUnusable](protocol.handshake(nowhere, Nanos.ofSeconds(90))).getMessage
    assert(told.startsWith("the driver cannot be loaded: the class io.netty."), told)
    assert(told.endsWith(" is missing"), told)
  }

  test("one whose library is missing is told before anything starts, with what to do") {
    val catalogue = Catalogue.read(QueueSystems.home.resolve("brokers")).fold(p => fail(p.mkString("\n")), identity)
    val before = Thread.currentThread.getContextClassLoader
    Thread.currentThread.setContextClassLoader(Without("org.apache.kafka.", "shootout.queue.kafka."))
    try
      val told = Drivers.check(catalogue).fold(_.mkString, _ => "nothing")
      assert(told.startsWith("the driver cannot be loaded: the class org.apache.kafka."), told)
      assert(told.endsWith(s"; ${DriverUnusable.Remedy}"), told)
    finally Thread.currentThread.setContextClassLoader(before)
  }
