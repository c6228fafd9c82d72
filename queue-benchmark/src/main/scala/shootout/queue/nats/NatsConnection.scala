package shootout.queue.nats

import io.nats.client.{Connection, ConnectionListener, Consumer, ErrorListener, JetStreamOptions, Nats, Options}
import shootout.units.Endpoint

import java.io.IOException
import java.time.Duration

/** Connects to one of the nodes of an endpoint, whichever answers. */
private object NatsConnection:
  /** For everything that is asked of JetStream. */
  val patient: JetStreamOptions = JetStreamOptions.builder().requestTimeout(Duration.ofSeconds(20)).build()

  /** @param lost
    *   is told by a thread of the library when the connection ends, whoever ended it
    * @throws java.io.IOException
    *   if there is no connection
    */
  def open(endpoint: Endpoint, name: String, lost: Throwable => Unit): Connection =
    val servers = endpoint.addresses.map((host, port) => s"nats://$host:$port").toArray
    // a node that does not answer while another one does is told as a loss too, so only the end counts
    val listener: ConnectionListener = (_, event) =>
      if event == ConnectionListener.Events.CLOSED then lost(IOException(event.toString))
    val options = new Options.Builder().servers(servers).connectionName(name).noReconnect()
      .connectionListener(listener).errorListener(LossListener(lost))
    for login <- endpoint.login; passcode <- endpoint.passcode do
      options.userInfo(login.toCharArray, passcode.toCharArray)
    Nats.connect(options.build())

  /** By default the library writes into a log. */
  private final class LossListener(lost: Throwable => Unit) extends ErrorListener:
    override def errorOccurred(connection: Connection, error: String): Unit = lost(IOException(error))
    override def exceptionOccurred(connection: Connection, failure: Exception): Unit = ()
    override def slowConsumerDetected(connection: Connection, consumer: Consumer): Unit = ()
