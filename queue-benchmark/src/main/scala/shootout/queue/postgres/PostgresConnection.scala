package shootout.queue.postgres

import org.postgresql.PGProperty
import shootout.units.Endpoint

import java.sql.{Connection, SQLException}
import java.util.Properties

/** Connects to the primary. */
private object PostgresConnection:
  private val driver = org.postgresql.Driver()
  private val RefusedStates = "28"

  /** @throws java.sql.SQLException
    *   if there is no connection, or the password is refused
    */
  def open(endpoint: Endpoint, name: String): Connection =
    val properties = Properties()
    endpoint.login.foreach(PGProperty.USER.set(properties, _))
    endpoint.passcode.foreach(PGProperty.PASSWORD.set(properties, _))
    PGProperty.APPLICATION_NAME.set(properties, name)
    PGProperty.OPTIONS.set(properties, "-c enable_seqscan=off")
    val url = s"jdbc:postgresql://${endpoint.host}:${endpoint.port}/postgres"
    Option(driver.connect(
      url,
      properties
    )).getOrElse(throw SQLException(s"the library takes $url for no address of its own"))

  /** Whether the server understood the library and said no. */
  def refuses(failure: Throwable): Boolean = failure match
    case e: SQLException => Option(e.getSQLState).exists(_.startsWith(RefusedStates))
    case _ => false
