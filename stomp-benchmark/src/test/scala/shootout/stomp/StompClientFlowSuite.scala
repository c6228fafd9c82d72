package shootout.stomp

import shootout.scenario.Ack
import shootout.units.Nanos

import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.duration.*

/** How a connected client pauses, waits for room, keeps a connection alive, and takes a failing listener. */
class StompClientFlowSuite extends munit.FunSuite:
  import ClientUnderTest.{consumer, producer, receives, sends}
  import ScriptedServer.{against, confirming, delivering, message}

  override def munitTimeout: Duration = 60.seconds

  test("a message in pieces arrives once it is whole") {
    against { talk =>
      talk.welcome("1.2", subscribes = true)
      val text = message(1) + message(2, 100)
      for piece <- text.grouped(7) do
        talk.say(piece)
        Thread.sleep(3)
      talk.serve()
    } { server =>
      val client = consumer(server.port).connect().expect("ready", "message 1", "message 2")
    }
  }

  test("a pause after every message: all come, one for each resume, however they were packed") {
    val rounds = 5
    val nextRound = java.util.concurrent.Semaphore(1)
    against { talk =>
      talk.welcome("1.2", subscribes = true)
      for round <- 0 until rounds do
        nextRound.acquire()
        // three whole ones and a piece of a fourth, so that the pauses end with a partial frame
        talk.say(List.tabulate(4)(i => message(round * 4 + i)).mkString.dropRight(10))
        Thread.sleep(20)
        talk.say(message(round * 4 + 3).takeRight(10))
      talk.serve()
    } { server =>
      val client = consumer(server.port)
      client.on = event => !event.startsWith("message")
      client.ready()
      for i <- 0 until rounds * 4 do
        assertEquals(client.next(), s"message $i")
        if i == 1 then assertEquals(client.unwanted(), None)
        if i % 4 == 3 then nextRound.release()
        client.run(_.resume())
      client.ends()
    }
  }

  test("a client closes although it is paused; what comes until then is still given") {
    delivering(message(1) + message(2) + message(3)) { server =>
      val client = consumer(server.port)
      client.on = event => !event.startsWith("message")
      client.ready().expect("message 1")
      client.run(_.close(unsubscribe = true))
      client.expect("message 2", "message 3", "closed")
    }
  }

  test("close from within a message, and from within its batch: the connection ends well") {
    delivering(message(1) + message(2)) { server =>
      val client = consumer(server.port, receives(Ack.Client))
      client.on = event =>
        if event == "message 1" then
          client.client.acknowledge()
          client.client.close(false)
        false
      client.connect()
      // the second one cannot be acknowledged any more: the broker gives it to somebody else
      client.expect("ready", "message 1", "closed")
      assertEquals(server.await("ACK").header("id"), Some("a\\c1"))
    }
  }

  test("close from within a message that came before the receipt of SUBSCRIBE: its acknowledgement goes out first") {
    against { talk =>
      talk.welcome("1.2")
      talk.hear()
      talk.say(message(1))
      talk.serve()
    } { server =>
      val client = consumer(server.port, receives(Ack.Client))
      client.on = event =>
        if event == "message 1" then
          client.client.acknowledge()
          client.client.close(false)
        false
      assertEquals(List(client.connect().next(), client.next()), List("message 1", "closed"))
      assertEquals(server.await("ACK").header("id"), Some("a\\c1"))
      server.await("DISCONNECT")
    }
  }

  test("abort from within a message: nothing more, and a new connection starts afresh") {
    delivering(message(1) + message(2)) { server =>
      val client = consumer(server.port)
      client.on = event =>
        if event == "message 1" then client.client.abort()
        true
      client.ready().expect("message 1")
      assertEquals(client.unwanted(), None)
      client.on = _ => true
      client.connect().expect("ready", "message 1", "message 2")
    }
  }

  test("a reader slower than the sender: the sender is told of room until all is through") {
    for size <- List(Some(1000), None) do
      confirming { server =>
        val client = producer(server.port, sends = sends(size)).ready()
        client.sendAll(3000, 1000)
        for i <- 0 until 3000 do assertEquals(server.await("SEND").sequence, i.toLong)
        client.ends()
      }
  }

  test("an idle client sends end-of-lines as often as agreed, a busy one too") {
    val beats = CountDownLatch(3)
    against { talk =>
      talk.welcome("1.2", headers = "heart-beat:0,200\n")
      while beats.getCount > 0 do if talk.hearByte() == '\n' then beats.countDown()
      talk.serve()
    } { server =>
      val began = System.nanoTime()
      val client = producer(server.port, beatMillis = 100).ready()
      assert(beats.await(10, TimeUnit.SECONDS), "no heart-beats")
      assert(System.nanoTime() - began > 200_000_000L, "more often than agreed by far")
      client.ends()
    }
  }

  test("who agreed on no heart-beats sends none and expects none") {
    for (version, offer) <- List("1.2" -> "0,0", "1.1" -> "", "1.0" -> "50,50") do
      val heartBeat = if offer.isEmpty then "" else s"heart-beat:$offer\n"
      val quiet = CountDownLatch(1)
      against { talk =>
        talk.welcome(version, headers = heartBeat)
        if talk.hearByte() == 'D' then quiet.countDown()
        talk.frame("RECEIPT", "receipt-id:bye")
      } { server =>
        val client = producer(server.port, beatMillis = 50).ready()
        assertEquals(client.unwanted(), None)
        client.ends()
        assert(quiet.await(1, TimeUnit.SECONDS), s"a heart-beat under '$version' '$offer'")
      }
  }

  // when and how often, without a clock: HeartBeatsSuite

  test("a broker that promised heart-beats and is silent is dead") {
    against { talk =>
      talk.welcome("1.2", headers = "heart-beat:50,0\n")
      talk.serve()
    } { server =>
      val client =
        producer(server.port, beatMillis = 50).connect().expect("ready", "failed: no heart-beat from the broker")
      assertEquals(client.unwanted(), None)
    }
  }

  test("a client that pauses for longer does not take the broker for dead") {
    against { talk =>
      talk.hear()
      // in one piece, so that the client pauses in the moment in which it agrees on heart-beats
      talk.say(
        "CONNECTED\nversion:1.2\nheart-beat:50,0\n\n\u0000RECEIPT\nreceipt-id:subscribed\n\n\u0000" + message(
          1
        ) + message(2)
      )
      talk.serve()
    } { server =>
      val client = consumer(server.port, beatMillis = 50)
      client.on = _ != "message 1"
      client.ready().expect("message 1")
      assertEquals(Option(client.events.poll(700, TimeUnit.MILLISECONDS)), None)
      assertEquals(client.run(_.resume()).next(), "message 2")
    }
  }

  test("what a listener or a task throws ends the client as a failure") {
    def throwing(at: String)(act: ClientUnderTest => Unit) =
      delivering(message(1)) { server =>
        val client = consumer(server.port)
        client.on = event => if event == at then throw IllegalStateException(s"at $at") else true
        client.connect()
        act(client)
        var event = client.next()
        while !event.startsWith("failed") && event != "nothing came" do event = client.next()
        assertEquals(event, s"failed: at $at")
        assertEquals(client.unwanted(), None)
      }
    throwing("ready")(_ => ())
    throwing("message 1")(_ => ())
    throwing("closed")(_.run(c => c.after(Nanos(200_000_000L), () => c.close(false))))
    throwing("a task")(_.run(_ => throw IllegalStateException("at a task")))
    throwing("a later task")(_.run(_.after(Nanos(1000), () => throw IllegalStateException("at a later task"))))
  }

  test("a listener that throws where it is told of room, or a login that no frame can carry, is a failure") {
    confirming { server =>
      val client = producer(server.port).ready()
      client.writable = () => throw IllegalStateException("no room")
      client.run { c =>
        while c.send(0, 1, 0, 32, 0, 20) == 32 do ()
        c.flush()
      }
      assertEquals(client.next(), "failed: no room")
      val endpoint = ClientUnderTest.endpoint(server.port).copy(passcode = Some("a\nb"))
      val spec = shootout.driver.ClientSpec("p", Some(sends()), None)
      val odd = ClientUnderTest(endpoint, spec, ClientUnderTest.dialect()).connect().next()
      assert(odd.contains("cannot carry a line break"), odd)
    }
  }
