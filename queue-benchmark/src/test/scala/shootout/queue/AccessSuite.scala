package shootout.queue

import shootout.driver.{Driver, Encryption}

import java.util.ServiceLoader
import scala.jdk.CollectionConverters.*

/** What the engine learns of these systems from their drivers alone. */
class AccessSuite extends munit.FunSuite:
  private val drivers = ServiceLoader.load(classOf[Driver]).asScala.toList

  test("TLS, virtual hosts, and a login that is none of ours") {
    assertEquals(drivers.filter(_.access.encryption == Encryption.BySystem).map(_.protocol), List("sqs", "mongo"))
    assertEquals(drivers.filter(_.access.virtualHosts).map(_.protocol), List("amqp091", "rabbitmq_stream"))
    val own = for driver <- drivers; why <- driver.access.noLogin yield driver.protocol -> why
    assertEquals(own.map(_._1), List("sqs"))
    assert(own.head._2.contains("AWS SDK"))
  }
