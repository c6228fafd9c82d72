package shootout.stomp

import com.sun.management.UnixOperatingSystemMXBean
import shootout.scenario.Ack
import shootout.units.Nanos

import java.lang.management.ManagementFactory
import java.net.{InetAddress, ServerSocket}
import java.util.concurrent.{CountDownLatch, TimeUnit}

/** How a client begins, works and ends, against a server that does what the test says. */
class StompClientSuite extends munit.FunSuite:
  import ClientUnderTest.{consumer, producer, receives, sends}
  import ScriptedServer.{against, confirming, delivering, message}

  test("CONNECT offers versions, host, login and heart-beats; 1.0 offers none") {
    against(_.welcome("1.2")) { server =>
      producer(server.port).ready()
      val headers =
        List("host" -> "127.0.0.1", "heart-beat" -> "10000,10000", "login" -> "guest", "passcode" -> "secret")
      assertEquals(server.await("CONNECT").headers, ("accept-version" -> "1.0,1.1,1.2") :: headers)
      producer(server.port, Version.V10).ready()
      val old = server.await("CONNECT")
      assertEquals(old.header("accept-version"), Some("1.0"))
      assertEquals(old.header("heart-beat"), None)
    }
  }

  test("the version is what CONNECTED says, 1.0 if it says nothing") {
    for (version, ack) <- List("1.2" -> "id", "1.1" -> "message-id", "" -> "message-id") do
      def script(talk: Talk) =
        if version.nonEmpty then talk.welcome(version, subscribes = true)
        else
          talk.hear()
          talk.frame("CONNECTED", "session:1")
          talk.receipt(talk.hear())
        talk.say(message(7))
        talk.serve()
      against(script) { server =>
        val client = consumer(server.port, receives(Ack.Client))
        client.on = event =>
          if event.startsWith("message") then client.client.acknowledge()
          true
        client.ready().expect("message 7")
        val expected = if version == "1.2" then "a\\c7" else "m\\c7"
        val frame = server.await("ACK")
        assertEquals(frame.header(ack), Some(expected), s"version '$version'")
        assertEquals(frame.header("subscription"), Option.when(version != "1.2")("0"))
        client.ends()
      }
  }

  test("whoever asks for whole bodies is told of a damage in the middle") {
    val whole = message(1, 100)
    def script(talk: Talk) =
      talk.welcome("1.2", subscribes = true)
      talk.say(whole.updated(whole.length - 40, 'y'))
      talk.serve()
    for (wholeBodies, told) <- List(true -> "broken message", false -> "message 1") do
      against(script) { server =>
        val client = consumer(server.port, receives().copy(wholeBodies = wholeBodies))
        client.ready().expect(told)
        client.ends()
      }
  }

  test("a durable subscription names itself in CONNECT, SUBSCRIBE and UNSUBSCRIBE") {
    delivering("") { server =>
      val client = consumer(server.port, receives(durable = Some("s"))).ready()
      assertEquals(server.await("CONNECT").header("client-id"), Some("c"))
      assertEquals(server.await("SUBSCRIBE").header("name"), Some("s"))
      assertEquals(client.run(_.close(unsubscribe = true)).next(), "closed")
      assertEquals(server.await("UNSUBSCRIBE").header("gone"), Some("s"))
      assertEquals(server.await("DISCONNECT").header("receipt"), Some("bye"))
    }
  }

  test("ERROR to CONNECT or to SUBSCRIBE is a failure in the broker's words, and the only event") {
    against { talk =>
      talk.hear()
      talk.say("ERROR\nmessage:bad login\n\nno such user: guest\nsorry\n\tat a\n\tat b\u0000" + message(1) + message(2))
    } { server =>
      val client = consumer(server.port)
      assertEquals(
        client.connect().next(),
        "failed: the broker answered ERROR: bad login: no such user: guest | sorry"
      )
      assertEquals(client.unwanted(), None)
    }
    against { talk =>
      talk.welcome("1.1")
      talk.hear()
      talk.frame("ERROR", "message:not\\callowed")
    }(server => assertEquals(consumer(server.port).connect().next(), "failed: the broker answered ERROR: not:allowed"))
  }

  test("a refused connection is a failure") {
    val socket = ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))
    val port = socket.getLocalPort
    socket.close()
    val client = producer(port)
    assertEquals(client.connect().next(), "failed: Connection refused")
    assertEquals(client.unwanted(), None)
    // and the client is still good for another attempt
    assertEquals(client.connect().next(), "failed: Connection refused")
  }

  test("what goes wrong before the first packet is a failure too, and nothing else follows") {
    val client =
      ClientUnderTest(
        ClientUnderTest.endpoint(0),
        shootout.driver.ClientSpec("p", Some(sends()), None),
        ClientUnderTest.dialect(Version.V12)
      )
    assert(client.connect().next().startsWith("failed: "), "port 0")
    assertEquals(client.unwanted(), None)
    client.run(_.abort())
    assertEquals(client.unwanted(), None)
  }

  test("a server that hangs up in the middle is a failure") {
    against { talk =>
      talk.welcome("1.2", subscribes = true)
      talk.say(message(1) + message(2).dropRight(5))
      talk.hangUp()
    } { server =>
      val client = consumer(server.port).connect()
      assertEquals(
        List.fill(3)(client.next()),
        List("ready", "message 1", "failed: the broker closed the connection")
      )
    }
  }

  test("after DISCONNECT a hang-up without receipt is a good end; before it, it is not") {
    against { talk =>
      talk.welcome("1.0")
      while talk.hear().command != "DISCONNECT" do ()
      talk.hangUp()
    } { server =>
      val client = producer(server.port).ready()
      client.ends()
    }
    against { talk =>
      talk.welcome("1.1", subscribes = true)
      talk.hear()
      talk.hangUp()
    } { server =>
      val client = consumer(server.port, receives(durable = Some("s"))).ready()
      assertEquals(client.run(_.close(unsubscribe = true)).next(), "failed: the broker closed the connection")
    }
  }

  test("messages go out before DISCONNECT, each is confirmed, and then the client is closed") {
    confirming { server =>
      val client = producer(server.port, sends = sends(confirm = true)).ready()
      client.run { c =>
        assertEquals(c.send(0, 1, 5, 3, 0, 20), 3)
        c.close(false)
        c.close(false)
      }
      client.expect("confirmed 5", "confirmed 6", "confirmed 7", "closed")
      assertEquals(client.unwanted(), None)
    }
  }

  test("the same client connects again after close, with nothing of the old connection") {
    delivering(message(1)) { server =>
      val client = consumer(server.port, receives(Ack.Client))
      client.on = event =>
        if event == "closed" then client.client.connect()
        true
      client.connect()
      assertEquals(List(client.next(), client.next()), List("ready", "message 1"))
      client.run(_.close(false))
      client.expect("closed", "ready", "message 1")
      client.on = _ => true
      client.ends()
      assertEquals(server.heard.toArray.toList.map(_.asInstanceOf[Heard].command).count(_ == "CONNECT"), 2)
    }
  }

  test("a message of an old connection is not acknowledged on the next one") {
    delivering(message(1)) { server =>
      val client = consumer(server.port, receives(Ack.Client)).connect().expect("ready", "message 1")
      client.ends()
      client.on = event =>
        if event == "ready" then client.client.acknowledge()
        if event == "message 1" then client.client.close(false)
        true
      client.connect().expect("ready", "message 1", "closed")
      assertEquals(server.heard.toArray.toList.map(_.asInstanceOf[Heard].command).count(_ == "ACK"), 0)
    }
  }

  test("a message that waited on a lost connection does not begin the next one") {
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
  }

  test("a hang-up before DISCONNECT has left is a failure: messages are lost") {
    val closing = CountDownLatch(1)
    against { talk =>
      talk.welcome("1.2")
      closing.await(10, TimeUnit.SECONDS)
      talk.fallSilent()
    } { server =>
      val client = producer(server.port, sends = sends(Some(50_000_000))).ready()
      client.run { c =>
        assertEquals(c.send(0, 1, 0, 1, 0, 50_000_000), 1)
        c.close(false)
        closing.countDown()
      }
      assertEquals(client.next(), "failed: the broker closed the connection")
    }
  }

  test("connections given up before they are made leave no socket open") {
    val system = ManagementFactory.getOperatingSystemMXBean.asInstanceOf[UnixOperatingSystemMXBean]
    against(_ => ()) { server =>
      val client = producer(server.port)
      val before = system.getOpenFileDescriptorCount
      for _ <- 1 to 200 do
        client.run { c =>
          c.connect()
          c.abort()
        }
      client.run(_ => client.events.add("done"))
      assertEquals(client.next(), "done")
      assertEquals(client.unwanted(), None)
      val more = system.getOpenFileDescriptorCount - before
      assert(more < 50, s"$more more files are open")
    }
  }

  test("abort while connecting: no event, no open socket") {
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
      client.run { c =>
        c.connect()
        c.abort()
      }
      assertEquals(client.unwanted(), None)
    }
  }

  test("close while connecting ends at once") {
    against(_.hear()) { server =>
      val client = producer(server.port).connect()
      server.await("CONNECT")
      client.ends()
      assertEquals(client.unwanted(), None)
    }
  }
