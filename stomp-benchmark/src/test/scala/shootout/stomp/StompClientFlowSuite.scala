package shootout.stomp

import shootout.driver.ClientSpec
import shootout.scenario.Ack
import shootout.units.Nanos

import java.util.concurrent.{CountDownLatch, Semaphore, TimeUnit}
import scala.concurrent.duration.*

/** How a connected client pauses, waits for room, keeps a connection alive, and handles a listener that fails. */
class StompClientFlowSuite extends munit.FunSuite:
  import ClientUnderTest.{consumer, producer, receives, sends}
  import ScriptedServer.{against, confirming, delivering, message}

  override def munitTimeout: Duration = 60.seconds

  test("a client that pauses after every message gets one for each resume"):
    val rounds = 5
    val nextRound = Semaphore(1)
    against { talk =>
      talk.welcome("1.2", subscribes = true)
      for round <- 0 until rounds do
        nextRound.acquire()
        // three messages and a piece of a fourth, so that the pauses end with a partial frame
        talk.say(List.tabulate(4)(i => message(round * 4 + i)).mkString.dropRight(10))
        Thread.sleep(20)
        talk.say(message(round * 4 + 3).takeRight(10))
      talk.serve()
    } { server =>
      val client = consumer(server.port)
      client.on = event => !event.startsWith("message")
      client.ready()
      for i <- 0 until rounds * 4 do
        client.expect(s"message $i")
        if i == 1 then client.expectNothing()
        if i % 4 == 3 then nextRound.release()
        client.run(_.resume())
      client.end()
    }

  test("a paused client can close, and still gets what arrives until then"):
    delivering(message(1) + message(2) + message(3)): server =>
      val client = consumer(server.port)
      client.on = event => !event.startsWith("message")
      client.ready().expect("message 1")
      client.run(_.close(unsubscribe = true)).expect("message 2", "message 3", "closed")

  private def closing(port: Int): ClientUnderTest =
    val client = consumer(port, receives(Ack.Client))
    client.on = event =>
      if event == "message 1" then
        client.client.acknowledge()
        client.client.close(false)
      false
    client.connect()

  test("a client that closes while it handles a message acknowledges it first"):
    delivering(message(1) + message(2)): server =>
      // the broker gives the second message to another client
      closing(server.port).expect("ready", "message 1", "closed")
      assertEquals(server.await("ACK").header("id"), Some("a\\c1"))

  test("it also acknowledges a message that came before the receipt of SUBSCRIBE"):
    against { talk =>
      talk.welcome("1.2")
      talk.hear()
      talk.say(message(1))
      talk.serve()
    } { server =>
      closing(server.port).expect("message 1", "closed")
      assertEquals(server.await("ACK").header("id"), Some("a\\c1"))
      server.await("DISCONNECT")
    }

  test("a client that aborts gets no more messages, and can connect again"):
    delivering(message(1) + message(2)): server =>
      val client = consumer(server.port)
      client.on = event =>
        if event == "message 1" then client.client.abort()
        true
      client.ready().expect("message 1").expectNothing()
      client.on = _ => true
      client.ready().expect("message 1", "message 2")

  test("a sender that is faster than the reader is told when there is room again"):
    for size <- List(Some(1000), None) do
      confirming: server =>
        val client = producer(server.port, sends = sends(size)).ready()
        client.sendAll(3000, 1000)
        for i <- 0 until 3000 do assertEquals(server.await("SEND").sequence, i.toLong)
        client.end()

  test("a client sends heart-beats as often as agreed"):
    val beats = CountDownLatch(3)
    against { talk =>
      talk.welcome("1.2", headers = "heart-beat:0,200\n")
      while beats.getCount > 0 do if talk.hearByte() == '\n' then beats.countDown()
      talk.serve()
    } { server =>
      val began = System.nanoTime()
      val client = producer(server.port, beatMillis = 100).ready()
      assert(beats.await(10, TimeUnit.SECONDS), "no heart-beats")
      assert(System.nanoTime() - began > 200_000_000L, "far more often than agreed")
      client.end()
    }

  test("without an agreement a client sends no heart-beats and expects none"):
    for (version, offer) <- List("1.2" -> "0,0", "1.1" -> "", "1.0" -> "50,50") do
      val heartBeat = if offer.isEmpty then "" else s"heart-beat:$offer\n"
      val quiet = CountDownLatch(1)
      against { talk =>
        talk.welcome(version, headers = heartBeat)
        if talk.hearByte() == 'D' then quiet.countDown()
        talk.frame("RECEIPT", "receipt-id:bye")
      } { server =>
        val client = producer(server.port, beatMillis = 50).ready()
        client.expectNothing()
        client.end()
        assert(quiet.await(1, TimeUnit.SECONDS), s"a heart-beat under '$version' '$offer'")
      }

  test("a broker that promised heart-beats and is silent is dead"):
    against { talk =>
      talk.welcome("1.2", headers = "heart-beat:50,0\n")
      talk.serve()
    } { server =>
      producer(server.port, beatMillis = 50).ready().expect("failed: no heart-beat from the broker").expectNothing()
    }

  test("a client that pauses does not consider the broker dead"):
    // in one piece, so that the client pauses in the moment in which it agrees on heart-beats
    val all = "CONNECTED\nversion:1.2\nheart-beat:50,0\n\n\u0000RECEIPT\nreceipt-id:subscribed\n\n\u0000" +
      message(1) + message(2)
    against { talk =>
      talk.hear()
      talk.say(all)
      talk.serve()
    } { server =>
      val client = consumer(server.port, beatMillis = 50)
      client.on = _ != "message 1"
      client.ready().expect("message 1")
      assertEquals(Option(client.events.poll(700, TimeUnit.MILLISECONDS)), None)
      client.run(_.resume()).expect("message 2")
    }

  test("an exception of a listener or a task ends the client as a failure"):
    def throwing(at: String)(act: ClientUnderTest => Unit) =
      delivering(message(1)): server =>
        val client = consumer(server.port)
        client.on = event => if event == at then throw IllegalStateException(s"at $at") else true
        client.connect()
        act(client)
        var event = client.next()
        while !event.startsWith("failed") && event != "nothing came" do event = client.next()
        assertEquals(event, s"failed: at $at")
        client.expectNothing()
    throwing("ready")(_ => ())
    throwing("message 1")(_ => ())
    throwing("closed")(_.run(c => c.after(Nanos(200_000_000L), () => c.close(false))))
    throwing("a task")(_.run(_ => throw IllegalStateException("at a task")))
    throwing("a later task")(_.run(_.after(Nanos(1000), () => throw IllegalStateException("at a later task"))))
    confirming: server =>
      val client = producer(server.port).ready()
      client.writable = () => throw IllegalStateException("no room")
      client.run: c =>
        while c.send(0, 1, 0, 32, 0, 20) == 32 do ()
        c.flush()
      client.expect("failed: no room")

  test("a login that no frame can carry is a failure"):
    confirming: server =>
      val endpoint = ClientUnderTest.endpoint(server.port).copy(passcode = Some("a\nb"))
      val odd = ClientUnderTest(endpoint, ClientSpec("p", Some(sends()), None), ClientUnderTest.dialect())
      val event = odd.connect().next()
      assert(event.contains("cannot carry a line break"), event)
