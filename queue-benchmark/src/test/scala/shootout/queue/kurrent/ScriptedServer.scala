package shootout.queue.kurrent

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder
import io.grpc.stub.{ServerCallStreamObserver, StreamObserver}
import io.grpc.{Status, StatusRuntimeException}
import io.kurrent.dbclient.proto.persistentsubscriptions.Persistent.*
import io.kurrent.dbclient.proto.persistentsubscriptions.PersistentSubscriptionsGrpc.PersistentSubscriptionsImplBase
import io.kurrent.dbclient.proto.serverfeatures.ServerFeaturesGrpc.ServerFeaturesImplBase
import io.kurrent.dbclient.proto.serverfeatures.Serverfeatures.{SupportedMethod, SupportedMethods}
import io.kurrent.dbclient.proto.shared.Shared.{Empty, StreamIdentifier}
import io.kurrent.dbclient.proto.streams.StreamsGrpc.StreamsImplBase
import io.kurrent.dbclient.proto.streams.StreamsOuterClass.{
  AppendReq,
  AppendResp,
  DeleteReq as Removal,
  DeleteResp as Removed
}

import java.net.InetSocketAddress
import scala.jdk.CollectionConverters.*

/** A server in memory that answers the driver over KurrentDB's protocol, as its documentation describes. Its speed means nothing. */
object ScriptedServer:
  def main(arguments: Array[String]): Unit =
    val streams = ScriptedStreams()
    NettyServerBuilder.forAddress(InetSocketAddress("127.0.0.1", arguments(0).toInt))
      .maxInboundMessageSize(Largest)
      .addService(Features)
      .addService(Appends(streams))
      .addService(Subscriptions(streams))
      .build().start().awaitTermination()

  private val Largest = 16 << 20

  private def one[A](answer: A, observer: StreamObserver[A]): Unit =
    observer.onNext(answer)
    observer.onCompleted()

  private def refused[A](status: Status, why: String, observer: StreamObserver[A]): Unit =
    observer.onError(StatusRuntimeException(status.withDescription(why), io.grpc.Metadata()))

  private def name(stream: StreamIdentifier): String = stream.getStreamName.toStringUtf8

  private object Features extends ServerFeaturesImplBase:
    override def getSupportedMethods(asked: Empty, observer: StreamObserver[SupportedMethods]): Unit =
      val info = SupportedMethod.newBuilder().setMethodName("getinfo")
        .setServiceName("event_store.client.persistent_subscriptions.persistentsubscriptions")
      one(SupportedMethods.newBuilder().setEventStoreServerVersion("25.1.0").addMethods(info).build(), observer)

  private final class Appends(streams: ScriptedStreams) extends StreamsImplBase:
    override def append(observer: StreamObserver[AppendResp]): StreamObserver[AppendReq] =
      new StreamObserver[AppendReq]:
        private var stream = ""
        private val proposed = Vector.newBuilder[AppendReq.ProposedMessage]

        def onNext(part: AppendReq): Unit =
          if part.hasOptions then stream = name(part.getOptions.getStreamIdentifier)
          else proposed += part.getProposedMessage
        def onError(failure: Throwable): Unit = ()
        def onCompleted(): Unit =
          val revision = streams.stream(stream).append(proposed.result())
          val success =
            AppendResp.Success.newBuilder().setCurrentRevision(revision).setNoPosition(Empty.getDefaultInstance)
          one(AppendResp.newBuilder().setSuccess(success).build(), observer)

    override def delete(asked: Removal, observer: StreamObserver[Removed]): Unit =
      val stream = name(asked.getOptions.getStreamIdentifier)
      streams.stream(stream).truncate()
      one(Removed.newBuilder().setNoPosition(Empty.getDefaultInstance).build(), observer)

  private final class Subscriptions(streams: ScriptedStreams) extends PersistentSubscriptionsImplBase:
    override def create(asked: CreateReq, observer: StreamObserver[CreateResp]): Unit =
      if streams.stream(name(asked.getOptions.getStream.getStreamIdentifier)).subscribe() then
        one(CreateResp.getDefaultInstance, observer)
      else refused(Status.ALREADY_EXISTS, "the group is there", observer)

    override def delete(asked: DeleteReq, observer: StreamObserver[DeleteResp]): Unit =
      if streams.stream(name(asked.getOptions.getStreamIdentifier)).unsubscribe() then
        one(DeleteResp.getDefaultInstance, observer)
      else refused(Status.NOT_FOUND, "there is no such group", observer)

    override def getInfo(asked: GetInfoReq, observer: StreamObserver[GetInfoResp]): Unit =
      val info = SubscriptionInfo.newBuilder().setEventSource(name(asked.getOptions.getStreamIdentifier))
        .setGroupName(asked.getOptions.getGroupName).setStatus("Live").setStartFrom("0")
      one(GetInfoResp.newBuilder().setSubscriptionInfo(info).build(), observer)

    override def read(observer: StreamObserver[ReadResp]): StreamObserver[ReadReq] = new StreamObserver[ReadReq]:
      private var subscriber = Option.empty[ScriptedSubscriber]
      observer match
        case call: ServerCallStreamObserver[ReadResp] => call.setOnCancelHandler(() => gone())

      def onNext(part: ReadReq): Unit =
        if part.hasOptions then join(part.getOptions)
        else if part.hasAck then subscriber.foreach(_.acknowledged(part.getAck.getIdsList.asScala.toList))
      private def join(options: ReadReq.Options): Unit =
        val stream = streams.stream(name(options.getStreamIdentifier))
        val joining = ScriptedSubscriber(stream, observer, options.getBufferSize)
        subscriber = Some(joining)
        if !stream.join(joining) then refused(Status.NOT_FOUND, "there is no such group", observer)
      private def gone(): Unit = subscriber.foreach(_.leave())
      def onError(failure: Throwable): Unit = gone()
      def onCompleted(): Unit = gone()
