package shootout.queue

import _root_.redis.clients.jedis.{DefaultJedisClientConfig, HostAndPort, Jedis}
import shootout.driver.*
import shootout.units.{DestinationType, Endpoint, Nanos}

import java.sql.DriverManager
import scala.concurrent.duration.*
import scala.util.Using

/** What a confirmation means with a replica that accepts no clients. */
class QueueReplicaLongIT extends ReplicaContract:
  override def afterAll(): Unit = pairs.foreach(_.close())

  /** The messages in a queue of a node that accepts no clients, counted without the driver. */
  private def count(protocol: String, node: Endpoint, queue: String): Long =
    val (login, passcode) = (node.login.get, node.passcode.get)
    if protocol == "redis" then
      val config = DefaultJedisClientConfig.builder().user(login).password(passcode).build()
      Using.resource(Jedis(HostAndPort(node.host, node.port), config))(_.xlen(queue))
    else
      val url = s"jdbc:postgresql://${node.host}:${node.port}/postgres"
      Using.resource(DriverManager.getConnection(url, login, passcode)): connection =>
        val counted = connection.createStatement().executeQuery(s"SELECT count(*) FROM \"$queue\"")
        counted.next()
        counted.getLong(1)

  private val pairs =
    for name <- List("postgresql/standby", "valkey/replica") yield
      val system = QueueSystems.named(name)
      val pair = system.underTest("test-replica")
      lazy val subject = system.subject(pair)

      test(s"$name: primary and replica start")(pair.start())

      def withSession(body: Session => Unit): Unit =
        QueueSystems.withSession(system.protocol, pair.endpoint(system.name))(body)

      test(s"$name: nothing is confirmed while the replica is suspended"):
        withSession(confirmedByOthers(pair, List(2), _, subject.fresh(DestinationType.Queue)))

      test(s"$name: the messages of a receiver that is cut off go to another one"):
        withSession: session =>
          val queue = subject.fresh(DestinationType.Queue)
          producer(session, queue).sendAll(10, id, 100).close()
          val receive = Some(QueueSystems.receives(queue).copy(batch = Some(10)))
          val lost = Probe(session, ClientSpec("lost", None, receive)).connect()
          assertEquals(lost.receive(10).size, 10)
          lost.abort()
          assertEquals(received(session, queue, 10), List.tabulate(10)(_.toLong))

      test(s"$name: the primary counts as ready only with its replica"):
        pair.started.kill(2)
        assert(subject.protocol.handshake(subject.endpoint, Nanos.ofSeconds(10)).isLeft)
        pair.restart(2)
        val deadline = patience.fromNow
        val answers = Iterator.continually(subject.protocol.handshake(subject.endpoint, Nanos.ofSeconds(10)))
        assert(answers.takeWhile(_ => deadline.hasTimeLeft()).exists(_.isRight), "it is not there")

      test(s"$name: the replica has every confirmed message when the primary is killed"):
        val queue = subject.fresh(DestinationType.Queue)
        withSession: session =>
          val sends = QueueSystems.sends(queue).copy(pipelined = true)
          val sending = Probe(session, ClientSpec("p", Some(sends), None)).connect().sendAll(200, id, 100)
          assertEquals(sending.confirmations(200).size, 200)
        pair.started.kill(1)
        val (host, port) = pair.started.nodes(1).address("client")
        val replica = subject.endpoint.copy(host = host, port = port)
        // the replica shows them a moment later
        val deadline = 50.seconds.fromNow
        val counts =
          Iterator.continually(count(system.name, replica, queue.name)).takeWhile(_ => deadline.hasTimeLeft())
        assert(counts.contains(200L), s"${count(system.name, replica, queue.name)} of 200 are there")

      test(s"$name: the pair stops with all its processes and leaves no data")(pair.end())
      pair
