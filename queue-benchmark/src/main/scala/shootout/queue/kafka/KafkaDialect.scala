package shootout.queue.kafka

import org.apache.kafka.clients.consumer.ConsumerConfig
import org.apache.kafka.clients.producer.ProducerConfig
import shootout.input.{Fields, Reader}

import scala.jdk.CollectionConverters.*

/** What differs between Kafka clusters: the `kafka` section of a `broker.yaml`.
  *
  * @param replicas
  *   copies of each partition
  * @param shares
  *   the receivers of a queue are a share group; else they are a consumer group
  * @param producer
  *   settings of producers in the library's words; `consumer` and `topic` alike
  */
final case class KafkaDialect(
    replicas: Int,
    shares: Boolean,
    producer: List[(String, String)],
    consumer: List[(String, String)],
    topic: List[(String, String)]
):
  /** How many have a message when its send is confirmed: `1`, or `all` that are in step. */
  def acks: String = producer.toMap.getOrElse(ProducerConfig.ACKS_CONFIG, KafkaDialect.All)

  /** As the result has them. */
  def options: List[(String, String)] =
    List("producer" -> producer, "consumer" -> consumer, "topic" -> topic).flatMap((of, settings) =>
      settings.map((name, value) => s"$of.$name" -> value)
    ) ++ Option.when(shares)("group" -> "share") ++ Option.when(replicas > 1)("replicas" -> replicas.toString)

object KafkaDialect:
  val All = "all"
  private val confirming = Set(All, "-1", "1")

  val reader: Reader[KafkaDialect] = Fields.reader("a Kafka dialect") { (f, problems) =>
    val replicas = f.getOrElse("replicas", Reader.int(1, Short.MaxValue))(1)
    val shares = f.getOrElse("group", Reader.word("consumer" -> false, "share" -> true))(false)
    val producer = f.getOrElse("producer", known(ProducerConfig.configNames.asScala.toSet))(Nil)
    val consumer = f.getOrElse("consumer", known(ConsumerConfig.configNames.asScala.toSet))(Nil)
    val topic = f.getOrElse("topic", Reader.mapOf(Reader.text))(Nil)
    val read = KafkaDialect(replicas, shares, producer, consumer, topic)
    if !confirming(read.acks) then
      problems.add(
        f.place,
        s"acks: ${read.acks} confirms nothing; write ${confirming.toList.sorted.mkString(", ")}, or no acks"
      )
    Some(read)
  }

  /** Of a setting that it does not know, the library says so in its log, and goes on. */
  private def known(names: Set[String]): Reader[List[(String, String)]] =
    val settings = Reader.mapOf(Reader.text)
    Reader.of("a mapping of the library's settings") { (node, problems) =>
      val read = settings.read(node, problems)
      for (name, _) <- read.getOrElse(Nil) if !names(name) do
        val hint = Fields.meant(name, names).fold("")(n => s"; did you mean '$n'?")
        problems.add(node.place, s"kafka-clients has no setting '$name'$hint")
      read
    }
