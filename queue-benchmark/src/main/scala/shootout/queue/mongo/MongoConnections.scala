package shootout.queue.mongo

import com.mongodb.client.{MongoClient, MongoClients}
import com.mongodb.connection.ClusterConnectionMode
import com.mongodb.{
  MongoClientSettings,
  MongoCommandException,
  MongoCredential,
  MongoIncompatibleDriverException,
  MongoSecurityException,
  ServerAddress
}
import shootout.units.Endpoint

import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** The library's client, which all clients of a session share, as its documentation wants it. */
private[mongo] object MongoConnections:
  val PatienceS = 10

  /** Of who asks for what it may not. */
  private val Unauthorized = 13

  /** Returns before there is any connection. A replica set tells of its members itself. */
  def open(endpoint: Endpoint): MongoClient =
    val hosts = endpoint.addresses.map((host, port) => ServerAddress(host, port)).asJava
    val settings = MongoClientSettings.builder()
      .applyToClusterSettings { cluster =>
        cluster.hosts(hosts).mode(ClusterConnectionMode.MULTIPLE)
          .serverSelectionTimeout(PatienceS, TimeUnit.SECONDS): Unit
      }
      .applyToConnectionPoolSettings(pool => pool.maxSize(0): Unit)
    for login <- endpoint.login; passcode <- endpoint.passcode do
      settings.credential(MongoCredential.createCredential(login, "admin", passcode.toCharArray))
    if endpoint.tls.isDefined then settings.applyToSslSettings(ssl => ssl.enabled(true): Unit)
    MongoClients.create(settings.build())

  /** Whether the server understood the library and said no. */
  def refuses(failure: Throwable): Boolean = failure match
    case _: (MongoSecurityException | MongoIncompatibleDriverException) => true
    case said: MongoCommandException => said.getErrorCode == Unauthorized
    case _ => false
