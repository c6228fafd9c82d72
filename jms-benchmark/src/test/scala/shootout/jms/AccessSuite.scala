package shootout.jms

import shootout.driver.{Driver, Encryption}

import java.util.ServiceLoader
import scala.jdk.CollectionConverters.*

/** What the engine learns of these libraries from their drivers alone. */
class AccessSuite extends munit.FunSuite:
  private val drivers = ServiceLoader.load(classOf[Driver]).asScala.toList

  test("virtual hosts: of AMQP, 1.0 and RabbitMQ's own; none goes over TLS") {
    assertEquals(drivers.filter(_.access.virtualHosts).map(_.protocol), List("amqp", "rabbitmq"))
    assertEquals(drivers.filter(_.access.encryption != Encryption.Never), Nil)
  }
