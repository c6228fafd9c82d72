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

  test("servers are known by what they say first") {
    def kinds(said: String) = drivers.flatMap(_.signs).filter(_.fits(said)).map(_.kind)
    assertEquals(kinds("AMQP\u0000\u0000\u0009\u0001"), List("AMQP"))
    assertEquals(kinds("\u0000\u0000\u0001\u0000\u0001ActiveMQ\u0000"), List("OpenWire"))
  }
