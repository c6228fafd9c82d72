package shootout.stomp

import com.sun.management.UnixOperatingSystemMXBean
import shootout.scenario.Ack
import shootout.units.Nanos

import java.lang.management.ManagementFactory
import java.net.{InetAddress, ServerSocket}
import java.util.concurrent.{CountDownLatch, TimeUnit}

/** How a client connects, works and ends, against a scripted server. */
class StompClientSuite extends munit.FunSuite:
  import ClientUnderTest.{consumer, producer, receives, sends}
  import ScriptedServer.{against, confirming, delivering, message}

  test("CONNECT offers versions, host, login and heart-beats"):
    against(_.welcome("1.2")): server =>
      producer(server.port).ready()
      val headers =
        List("host" -> "127.0.0.1", "heart-beat" -> "10000,10000", "login" -> "guest", "passcode" -> "secret")
      assertEquals(server.await("CONNECT").headers, ("accept-version" -> "1.0,1.1,1.2") :: headers)
      producer(server.port, Version.V10).ready()
      val old = server.await("CONNECT")
      assertEquals((old.header("accept-version"), old.header("heart-beat")), (Some("1.0"), None))

  test("the client speaks the version in CONNECTED, or 1.0 if there is none"):
    for (version, ack) <- List("1.2" -> "id", "1.1" -> "message-id", "" -> "message-id") do
      def script(talk: Talk) =
        if version.nonEmpty then talk.welcome(version, subscribes = true)
        else
          talk.hear()
          talk.frame("CONNECTED", "session:1")
          talk.receipt(talk.hear())
        talk.say(message(7))
        talk.serve()
      against(script): server =>
        val client = consumer(server.port, receives(Ack.Client))
        client.on = event =>
          if event.startsWith("message") then client.client.acknowledge()
          true
        client.ready().expect("message 7")
        val frame = server.await("ACK")
        val id = if version == "1.2" then "a\\c7" else "m\\c7"
        assertEquals(frame.header(ack), Some(id), s"version '$version'")
        assertEquals(frame.header("subscription"), Option.when(version != "1.2")("0"))
        client.end()

  test("damage in the middle of a body is reported only if whole bodies are checked"):
    val whole = message(1, 100)
    for (wholeBodies, event) <- List(true -> "broken message", false -> "message 1") do
      delivering(whole.updated(whole.length - 40, 'y')): server =>
        consumer(server.port, receives().copy(wholeBodies = wholeBodies)).ready().expect(event).end()

  test("a durable subscription is named in CONNECT, SUBSCRIBE and UNSUBSCRIBE"):
    delivering(""): server =>
      val client = consumer(server.port, receives(durable = Some("s"))).ready()
      assertEquals(server.await("CONNECT").header("client-id"), Some("c"))
      assertEquals(server.await("SUBSCRIBE").header("name"), Some("s"))
      client.run(_.close(unsubscribe = true)).expect("closed")
      assertEquals(server.await("UNSUBSCRIBE").header("gone"), Some("s"))
      assertEquals(server.await("DISCONNECT").header("receipt"), Some("bye"))

  test("ERROR in answer to CONNECT or SUBSCRIBE is a failure in the broker's words"):
    val refusal = "ERROR\nmessage:bad login\n\nno such user: guest\nsorry\n\tat a\n\tat b\u0000"
    against { talk =>
      talk.hear()
      talk.say(refusal + message(1) + message(2))
    } { server =>
      val words = "failed: the broker answered ERROR: bad login: no such user: guest | sorry"
      consumer(server.port).connect().expect(words).expectNothing()
    }
    against { talk =>
      talk.welcome("1.1")
      talk.hear()
      talk.frame("ERROR", "message:not\\callowed")
    }(server => consumer(server.port).connect().expect("failed: the broker answered ERROR: not:allowed"))

  test("a connection that cannot be made is a failure, and the client can try again"):
    val socket = ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))
    val port = socket.getLocalPort
    socket.close()
    val client = producer(port).connect().expect("failed: Connection refused")
    client.expectNothing()
    client.connect().expect("failed: Connection refused")
    val odd = producer(0).connect()
    assert(odd.next().startsWith("failed: "), "port 0")
    odd.run(_.abort()).expectNothing()

  test("a server that hangs up in the middle of a message is a failure"):
    against { talk =>
      talk.welcome("1.2", subscribes = true)
      talk.say(message(1) + message(2).dropRight(5))
      talk.hangUp()
    } { server =>
      consumer(server.port).ready().expect("message 1", "failed: the broker closed the connection")
    }

  test("a hang-up is a good end after DISCONNECT, and a failure before it"):
    against { talk =>
      talk.welcome("1.0")
      while talk.hear().command != "DISCONNECT" do ()
      talk.hangUp()
    }(server => producer(server.port).ready().end())
    against { talk =>
      talk.welcome("1.1", subscribes = true)
      talk.hear()
      talk.hangUp()
    } { server =>
      val client = consumer(server.port, receives(durable = Some("s"))).ready()
      client.run(_.close(unsubscribe = true)).expect("failed: the broker closed the connection")
    }

  test("messages are confirmed before the client is closed"):
    confirming: server =>
      val client = producer(server.port, sends = sends(confirm = true)).ready()
      client.run: c =>
        assertEquals(c.send(0, 1, 5, 3, 0, 20), 3)
        c.close(false)
        c.close(false)
      client.expect("confirmed 5", "confirmed 6", "confirmed 7", "closed").expectNothing()

  private def count(server: ScriptedServer, command: String): Int =
    server.heard.toArray.toList.map(_.asInstanceOf[Heard].command).count(_ == command)

  test("a client connects again when it is closed"):
    delivering(message(1)): server =>
      val client = consumer(server.port, receives(Ack.Client))
      client.on = event =>
        if event == "closed" then client.client.connect()
        true
      client.ready().expect("message 1")
      client.run(_.close(false)).expect("closed", "ready", "message 1")
      client.on = _ => true
      client.end()
      assertEquals(count(server, "CONNECT"), 2)

  test("a message of an old connection is not acknowledged on the next one"):
    delivering(message(1)): server =>
      val client = consumer(server.port, receives(Ack.Client)).ready().expect("message 1")
      client.end()
      client.on = event =>
        if event == "ready" then client.client.acknowledge()
        if event == "message 1" then client.client.close(false)
        true
      client.ready().expect("message 1", "closed")
      assertEquals(count(server, "ACK"), 0)

  test("an unsent message of a lost connection is not sent over the next one"):
    val full = CountDownLatch(1)
    against { talk =>
      talk.welcome("1.2")
      full.await(10, TimeUnit.SECONDS)
      talk.hangUp()
    } { server =>
      val client = producer(server.port, sends = sends(Some(1000))).ready()
      client.writable = () => while client.client.send(0, 1, 0, 32, 0, 1000) > 0 do client.client.flush()
      client.run(_ => client.writable())
      client.run(c => c.after(Nanos(300_000_000L), () => full.countDown()))
      assert(client.next().startsWith("failed: "))
      server.heard.clear()
      client.ready()
      assertEquals(server.await("CONNECT").headers.size, 5)
    }

  test("a hang-up before DISCONNECT is sent is a failure, because messages are lost"):
    val closing = CountDownLatch(1)
    against { talk =>
      talk.welcome("1.2")
      closing.await(10, TimeUnit.SECONDS)
      talk.fallSilent()
    } { server =>
      val client = producer(server.port, sends = sends(Some(50_000_000))).ready()
      client.run: c =>
        assertEquals(c.send(0, 1, 0, 1, 0, 50_000_000), 1)
        c.close(false)
        closing.countDown()
      client.expect("failed: the broker closed the connection")
    }

  test("connections that are aborted before they are made leave no socket open"):
    val system = ManagementFactory.getOperatingSystemMXBean.asInstanceOf[UnixOperatingSystemMXBean]
    against(_ => ()): server =>
      val client = producer(server.port)
      val before = system.getOpenFileDescriptorCount
      for _ <- 1 to 200 do
        client.run: c =>
          c.connect()
          c.abort()
      client.run(_ => client.events.add("done")).expect("done").expectNothing()
      val more = system.getOpenFileDescriptorCount - before
      assert(more < 50, s"$more more files are open")

  test("an abort while connecting closes the socket and is no event"):
    val met = CountDownLatch(1)
    val hungUp = CountDownLatch(1)
    against { talk =>
      talk.hear()
      met.countDown()
      try talk.hear()
      catch case _: java.io.IOException => hungUp.countDown()
    } { server =>
      val client = producer(server.port).connect()
      assert(met.await(10, TimeUnit.SECONDS))
      client.run(_.abort())
      assert(hungUp.await(10, TimeUnit.SECONDS))
      client.expectNothing()
    }

  test("a close while connecting ends the client at once"):
    against(_.hear()): server =>
      val client = producer(server.port).connect()
      server.await("CONNECT")
      client.run(_.close(false)).expect("closed").expectNothing()
