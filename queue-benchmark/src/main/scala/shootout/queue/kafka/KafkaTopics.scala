package shootout.queue.kafka

import org.apache.kafka.clients.admin.{Admin, AlterConfigOp, ConfigEntry, NewTopic}
import org.apache.kafka.common.KafkaFuture
import org.apache.kafka.common.config.ConfigResource
import org.apache.kafka.common.errors.{GroupIdNotFoundException, GroupNotEmptyException}
import org.apache.kafka.common.errors.{InvalidReplicationFactorException, TopicExistsException}
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException
import shootout.driver.{DestinationName, DestinationSpec}
import shootout.queue.{CommonConnection, QueueAdmin, Waiting}

import java.time.Duration
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.reflect.ClassTag

/** Makes and removes topics for all clients of a session. Any thread may call it, and every call waits for the cluster.
  */
private final class KafkaTopics(dialect: KafkaDialect, settings: KafkaSettings) extends QueueAdmin:
  private val shared =
    CommonConnection[Admin](Admin.create(settings.admin), _ => true, _.close(KafkaTopics.CloseWithin))
  private def admin: Admin = shared.get

  override def hello(): Unit = done(admin.describeCluster().clusterId())

  protected def make(spec: DestinationSpec): Unit =
    val partitions = if dialect.shares then spec.partitions.getOrElse(1) else spec.partitionsNeeded
    val topic = NewTopic(spec.name.name, partitions, dialect.replicas.toShort).configs(dialect.topic.toMap.asJava)
    // a node that has just started is not counted at once
    Waiting.until("the cluster had too few nodes for a topic", KafkaTopics.LimitS, KafkaTopics.Pause) {
      try
        unless[TopicExistsException](done(admin.createTopics(java.util.List.of(topic)).all()))
        true
      catch case _: InvalidReplicationFactorException => false
    }
    // by default, a share group skips what was there before it
    if dialect.shares then reset(spec.name.name, AlterConfigOp.OpType.SET)

  private def reset(group: String, how: AlterConfigOp.OpType): Unit =
    val change = AlterConfigOp(ConfigEntry("share.auto.offset.reset", "earliest"), how)
    val of = ConfigResource(ConfigResource.Type.GROUP, group)
    done(admin.incrementalAlterConfigs(java.util.Map.of(of, java.util.List.of(change))).all())

  /** Whether a client of this name is in a share group, and has partitions to receive from. */
  def hasMember(group: String, client: String): Boolean =
    val described = admin.describeShareGroups(java.util.List.of(group)).describedGroups.get(group)
    try
      Waiting.answer(described, KafkaTopics.LimitS).members.asScala
        .exists(member => member.clientId == client && !member.assignment.topicPartitions.isEmpty)
    catch case _: GroupIdNotFoundException => false

  /** Removes a topic, after the group of the same name. A share group has a state for each partition. Without the
    * topic, the cluster would look for that state for half a minute.
    */
  protected def delete(destination: DestinationName): Unit =
    removeGroup(destination.name)
    val removed = admin.deleteTopics(java.util.List.of(destination.name)).all()
    unless[UnknownTopicOrPartitionException](done(removed))

  /** Removes a group, unless it still has members. */
  def removeGroup(group: String): Unit =
    val names = java.util.List.of(group)
    if dialect.shares then reset(group, AlterConfigOp.OpType.DELETE)
    val removed =
      if dialect.shares then admin.deleteShareGroups(names).all() else admin.deleteConsumerGroups(names).all()
    unless[GroupNotEmptyException](unless[GroupIdNotFoundException](done(removed)))

  /** @throws Throwable
    *   what the cluster says if it refuses
    */
  private def done(future: KafkaFuture[?]): Unit =
    Waiting.answer(future, KafkaTopics.LimitS): Unit

  private def unless[E <: Throwable: ClassTag](step: => Unit): Unit =
    try step
    catch case _: E => ()

  def close(): Unit = shared.close()

private object KafkaTopics:
  private val LimitS = 60L
  private val CloseWithin = Duration.ofMillis(200)
  private val Pause = TimeUnit.MILLISECONDS.toNanos(200)
