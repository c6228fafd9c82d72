package shootout.queue.kurrent

import io.grpc.stub.StreamObserver
import io.kurrent.dbclient.proto.persistentsubscriptions.Persistent.ReadResp
import io.kurrent.dbclient.proto.shared.Shared.{Empty, UUID}
import io.kurrent.dbclient.proto.streams.StreamsOuterClass.AppendReq

import java.util.concurrent.ConcurrentHashMap
import scala.collection.mutable

/** The streams of a [[ScriptedServer]]. */
final class ScriptedStreams:
  private val streams = ConcurrentHashMap[String, ScriptedStream]()
  def stream(name: String): ScriptedStream = streams.computeIfAbsent(name, ScriptedStream(_))

/** One stream and its persistent subscription. Each event goes to one subscriber with room, in turn. */
final class ScriptedStream(name: String):
  private var revision = -1L
  private val waiting = mutable.ArrayDeque[ReadResp.ReadEvent]()
  private var isSubscribed = false
  private val subscribers = mutable.ArrayDeque[ScriptedSubscriber]()

  /** @return the revision of the last one */
  def append(proposed: Seq[AppendReq.ProposedMessage]): Long = synchronized:
    for message <- proposed do
      revision += 1
      val recorded = ReadResp.ReadEvent.RecordedEvent.newBuilder().setId(message.getId).setStreamRevision(revision)
        .setData(message.getData).setCustomMetadata(message.getCustomMetadata).putAllMetadata(message.getMetadataMap)
        .putMetadata("created", "0")
      recorded.getStreamIdentifierBuilder.setStreamName(com.google.protobuf.ByteString.copyFromUtf8(name))
      waiting += ReadResp.ReadEvent.newBuilder().setEvent(recorded).setNoPosition(Empty.getDefaultInstance)
        .setNoRetryCount(Empty.getDefaultInstance).build()
    dispatch()
    revision

  def truncate(): Unit = synchronized(waiting.clear())

  /** @return whether there was none */
  def subscribe(): Boolean = synchronized:
    val first = !isSubscribed
    isSubscribed = true
    first

  /** @return whether there was one */
  def unsubscribe(): Boolean = synchronized:
    val was = isSubscribed
    isSubscribed = false
    was

  /** @return whether there is a subscription */
  def join(subscriber: ScriptedSubscriber): Boolean = synchronized:
    if isSubscribed then
      subscriber.confirm()
      subscribers += subscriber
      dispatch()
    isSubscribed

  /** @param back
    *   its unacknowledged events, in order
    */
  def leave(subscriber: ScriptedSubscriber, back: Seq[ReadResp.ReadEvent]): Unit = synchronized:
    subscribers -= subscriber
    waiting.prependAll(back)
    dispatch()

  def dispatch(): Unit = synchronized:
    while waiting.nonEmpty && subscribers.exists(_.hasRoom) do
      val subscriber = subscribers.removeHead()
      subscribers += subscriber
      if subscriber.hasRoom then subscriber.give(waiting.removeHead())

/** A reader and its unacknowledged events. Callers hold the stream's lock, except for [[acknowledged]] and [[leave]]. */
final class ScriptedSubscriber(stream: ScriptedStream, observer: StreamObserver[ReadResp], room: Int):
  private val inFlight = mutable.LinkedHashMap[UUID, ReadResp.ReadEvent]()

  def hasRoom: Boolean = inFlight.size < room

  def confirm(): Unit =
    val confirmation = ReadResp.SubscriptionConfirmation.newBuilder().setSubscriptionId("script")
    observer.onNext(ReadResp.newBuilder().setSubscriptionConfirmation(confirmation).build())

  def give(event: ReadResp.ReadEvent): Unit =
    inFlight(event.getEvent.getId) = event
    observer.onNext(ReadResp.newBuilder().setEvent(event).build())

  def acknowledged(ids: List[UUID]): Unit = stream.synchronized:
    inFlight --= ids
    stream.dispatch()

  def leave(): Unit = stream.synchronized:
    val back = inFlight.values.toList
    inFlight.clear()
    stream.leave(this, back)
