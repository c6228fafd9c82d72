package shootout.queue.kafka

import org.apache.kafka.clients.admin.{Admin, NewTopic}
import org.apache.kafka.common.KafkaFuture
import org.apache.kafka.common.errors.{
  GroupIdNotFoundException,
  GroupNotEmptyException,
  InvalidReplicationFactorException,
  TopicExistsException,
  UnknownTopicOrPartitionException
}

import java.time.Duration
import java.util.concurrent.locks.LockSupport
import java.util.concurrent.{ConcurrentHashMap, ExecutionException, TimeUnit}
import scala.jdk.CollectionConverters.*
import scala.reflect.ClassTag

/** Makes and removes topics, for all clients of a session. From any thread; every call waits for the cluster. */
private final class KafkaTopics(dialect: KafkaDialect, settings: KafkaSettings) extends AutoCloseable:
  private var adminOrNull: Admin | Null = null
  private val known = ConcurrentHashMap.newKeySet[String]()

  private def admin: Admin = synchronized {
    val there = adminOrNull
    if there != null then there
    else
      val made = Admin.create(settings.admin)
      adminOrNull = made
      made
  }

  /** Returns when the cluster has answered. */
  def hello(): Unit = done(admin.describeCluster().clusterId())

  /** A topic that nobody has laid out has one partition. */
  def ensure(topic: String): Unit = if !known.contains(topic) then create(List(topic -> 1))

  /** @param wanted
    *   name and number of partitions; a topic that is there stays as it is
    */
  def create(wanted: List[(String, Int)]): Unit =
    val topics = wanted.map((name, partitions) =>
      NewTopic(name, partitions, dialect.replicas.toShort).configs(dialect.topic.toMap.asJava)
    )
    val limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(KafkaTopics.LimitS)
    topics.foreach(topic => unless[TopicExistsException](make(topic, limit)))
    wanted.foreach((name, _) => known.add(name))

  /** A node that has just come is not counted at once. */
  @annotation.tailrec
  private def make(topic: NewTopic, limit: Long): Unit =
    val early =
      try
        done(admin.createTopics(java.util.List.of(topic)).all())
        false
      catch case _: InvalidReplicationFactorException if System.nanoTime() - limit < 0 => true
    if early then
      LockSupport.parkNanos(KafkaTopics.Pause)
      make(topic, limit)

  /** With the groups of the same names. */
  def remove(topics: List[String]): Unit =
    for (name, removed) <- admin.deleteTopics(topics.asJava).topicNameValues.asScala do
      unless[UnknownTopicOrPartitionException](done(removed))
      known.remove(name)
    topics.foreach(removeGroup)

  /** As long as somebody is in a group, it stays. */
  def removeGroup(group: String): Unit =
    val removed = admin.deleteConsumerGroups(java.util.List.of(group)).all()
    unless[GroupNotEmptyException](unless[GroupIdNotFoundException](done(removed)))

  /** @throws Throwable
    *   what the cluster says, if it refuses
    */
  private def done(future: KafkaFuture[?]): Unit =
    try future.get(KafkaTopics.LimitS, TimeUnit.SECONDS): Unit
    catch case e: ExecutionException => throw e.getCause

  private def unless[E <: Throwable: ClassTag](step: => Unit): Unit =
    try step
    catch case _: E => ()

  def close(): Unit =
    val there = synchronized(adminOrNull)
    if there != null then there.close(Duration.ofMillis(KafkaTopics.CloseMs))

private object KafkaTopics:
  private val LimitS = 20L
  private val CloseMs = 200L
  private val Pause = TimeUnit.MILLISECONDS.toNanos(200)
