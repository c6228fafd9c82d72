package shootout.queue

import shootout.broker.{BrokerSpec, Catalogue, Protocol as Catalogued}
import shootout.driver.{BrokerUnderTest, DriverContract, Protocol}
import shootout.input.{Node, Problem}
import shootout.queue.kafka.{KafkaDialect, KafkaProtocol}
import shootout.queue.nats.{NatsDialect, NatsProtocol}
import shootout.queue.rabbit.{RabbitDialect, RabbitProtocol}
import shootout.queue.postgres.{PostgresDialect, PostgresProtocol}
import shootout.queue.redis.{RedisDialect, RedisProtocol}
import shootout.queue.mongo.{MongoDialect, MongoProtocol}
import shootout.queue.sqs.{SqsDialect, SqsProtocol}

import java.nio.file.Path

/** A contender of the catalogue that one of this module's drivers speaks to.
  *
  * @param lack
  *   why a capability is lacking; none: it is there
  */
final case class QueueSystem(spec: BrokerSpec, name: String, protocol: Protocol, lack: String => Option[String]):
  def underTest(folder: String): BrokerUnderTest =
    BrokerUnderTest(spec, List(name -> protocol), QueueSystems.home.resolve("target").resolve(folder))

  /** Kafka names its nodes to its clients, and a client of several nodes takes any. */
  def subject(started: BrokerUnderTest): DriverContract.Subject =
    started.subject(name, lack(_).isEmpty, stays = name != "kafka" && spec.nodes.sizeIs == 1)

object QueueSystems extends munit.Assertions:
  val home: Path = Path.of(sys.props("shootout.home"))

  val catalogue: List[QueueSystem] =
    val specs = Catalogue.read(home.resolve("brokers")).fold(p => fail(p.mkString("\n")), identity)
    for
      spec <- specs
      name <- List("kafka", "nats", "postgres", "redis", "amqp091", "sqs", "mongo")
      catalogued <- spec.protocol(name)
    yield system(spec, name, catalogued)

  def named(contender: String): QueueSystem = catalogue.find(_.spec.name == contender).get

  private def system(spec: BrokerSpec, name: String, catalogued: Catalogued): QueueSystem =
    def dialect[A](read: Node => Either[List[Problem], A]): A =
      read(catalogued.dialect).fold(p => fail(p.mkString("\n")), identity)
    val cannot = catalogued.cannot.toMap
    name match
      case "kafka" =>
        val protocol = KafkaProtocol(dialect(KafkaDialect.read), cannot)
        QueueSystem(spec, name, protocol, protocol.lack)
      case "nats" =>
        val protocol = NatsProtocol(dialect(NatsDialect.read), cannot)
        QueueSystem(spec, name, protocol, protocol.lack)
      case "postgres" =>
        val protocol = PostgresProtocol(dialect(PostgresDialect.read), cannot)
        QueueSystem(spec, name, protocol, protocol.lack)
      case "redis" =>
        val protocol = RedisProtocol(dialect(RedisDialect.read), cannot)
        QueueSystem(spec, name, protocol, protocol.lack)
      case "amqp091" =>
        val protocol = RabbitProtocol(dialect(RabbitDialect.read), cannot)
        QueueSystem(spec, name, protocol, protocol.lack)
      case "sqs" =>
        val protocol = SqsProtocol(dialect(SqsDialect.read), cannot)
        QueueSystem(spec, name, protocol, protocol.lack)
      case "mongo" =>
        val protocol = MongoProtocol(dialect(MongoDialect.read), cannot)
        QueueSystem(spec, name, protocol, protocol.lack)
