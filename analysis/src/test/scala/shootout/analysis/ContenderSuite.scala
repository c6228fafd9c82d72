package shootout.analysis

class ContenderSuite extends munit.FunSuite:
  private def row(protocol: String, api: String, driver: String, title: String = "AMQP 0-9-1"): ujson.Obj =
    val made = PartialResults.row("RabbitMQ")
    for (key, value) <- List("protocol" -> protocol, "api" -> api, "driver" -> driver, "protocol_title" -> title) do
      made(key) = value
    made

  private def labels(files: ujson.Value*): List[String] =
    Contender.all(PartialResults.judged(files)).map(_.label).toList

  private val jms = row("rabbitmq", "jms", "rabbitmq-jms 2.13.0")
  private val own = row("amqp091", "queue", "amqp-client 5.27.0")
  private val stomp = row("stomp", "stomp", "hawtdispatch-transport 1.22", "STOMP")

  test("the label of a JMS row has its client library without version"):
    assertEquals(labels(jms, stomp), List("RabbitMQ · AMQP 0-9-1 · rabbitmq-jms", "RabbitMQ · STOMP"))
    assertEquals(labels(jms), List("RabbitMQ · rabbitmq-jms"))
    assertEquals(labels(row("core", "jms", "artemis-jms-client 2.44.0")), List("RabbitMQ · artemis-jms"))
    assertEquals(
      labels(row("openmq", "jms", "mq-distribution's imq.jar 5.1.3 (Build 1-a)")),
      List("RabbitMQ · imq.jar")
    )

  test("rows with equal labels differ by their libraries or runs"):
    assertEquals(
      labels(jms, own),
      List("RabbitMQ · AMQP 0-9-1 · amqp-client", "RabbitMQ · AMQP 0-9-1 · rabbitmq-jms")
    )
    assertEquals(
      labels(own, row("amqp091", "queue", "amqp-client 5.20.0")),
      List("RabbitMQ (run 1)", "RabbitMQ (run 2)")
    )

  test("a row without a library has none in its label"):
    val old = row("rabbitmq", "jms", "")
    assertEquals(labels(old, stomp), List("RabbitMQ · AMQP 0-9-1", "RabbitMQ · STOMP"))
