package shootout.driver

import shootout.scenario.Ack

import java.util.concurrent.{BlockingQueue, LinkedBlockingQueue, TimeUnit}

/** Only the broker confirms. While a proxy holds back its answers, no driver may report a confirmation, the end of a
  * transaction, or the end of a close.
  */
final class ConfirmationContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  private val bytes = 1000

  private def held(name: String, needs: String*)(body: (HoldingProxy, Session) => Unit): Unit =
    whoCan(s"while the broker's answers are held back, $name", needs*):
      assume(subject.staysAtItsAddress, "the broker redirects its clients past any proxy")
      val proxy = HoldingProxy(subject.endpoint)
      try
        val session = subject.protocol.open(proxy.endpoint)
        try body(proxy, session)
        finally
          proxy.release()
          session.close()
      finally proxy.close()

  /** Waits until client and broker have sent something; nothing may be reported before the proxy lets go. */
  private def notBefore[A](proxy: HoldingProxy, reported: BlockingQueue[A], clientBytes: Long): Unit =
    val (fromClient, fromBroker) = proxy.awaitBoth(clientBytes)
    assert(fromClient >= clientBytes, s"the proxy heard $fromClient B of the client, less than $clientBytes B")
    assert(fromBroker > 0, "the broker sent nothing")
    val early = Option(reported.poll(ConfirmationContract.WaitMs, TimeUnit.MILLISECONDS))
    assertEquals(early, None, "reported before the broker's answer got through")
    proxy.release()

  private def next[A](reported: BlockingQueue[A], of: Probe): A =
    Option(reported.poll(ConfirmationContract.LimitS, TimeUnit.SECONDS)).getOrElse {
      fail(s"not reported after the proxy let go: ${of.failures}")
    }

  for pipelined <- List(false, true); persistent <- List(true, false) do
    val needs =
      List("async_send").filter(_ => pipelined) ++ List("confirm_non_persistent").filterNot(_ => persistent)
    val which =
      s"${if persistent then "persistent" else "non-persistent"} send${if pipelined then " of several" else ""}"
    held(s"no $which is confirmed", needs*): (proxy, session) =>
      val spec =
        sender(freshQueue(), Some(bytes), persistent, confirm = true).copy(pipelined = pipelined)
      val producer = Probe.producer(session, spec).sendAll(1, id, bytes)
      assertEquals(producer.confirmations(1), List(0L))
      val count = if pipelined then 5 else 1
      proxy.hold()
      producer.startSending(count, id, bytes)
      notBefore(proxy, producer.confirmed, count * bytes)
      areConfirmed(producer, count)
      producer.close()

  held("no commit of sends completes", "transaction"): (proxy, session) =>
    val spec = sender(freshQueue(), Some(bytes), persistent = true, confirm = true)
    val producer = Probe.producer(session, spec.copy(transacted = true))
    producer.sendAll(3, id, bytes).endTransaction(commit = true).sendAll(3, id, bytes)
    proxy.hold()
    producer.client.execute(() => producer.client.endTransaction(true))
    notBefore(proxy, producer.ended, 1)
    assertEquals(next(producer.ended, producer), true)
    producer.close()

  held("no commit of receives completes", "transaction"): (proxy, session) =>
    val queue = freshQueue()
    Probe.producer(session, sender(queue)).sendAll(3, id, 20).close()
    val consumer = Probe(session, ClientSpec("c", None, Some(receiver(queue, Ack.Transacted))))
    // some libraries request the next message, and would wait for that answer first
    consumer.onSeen = _.sequence < 2
    consumer.connect()
    assertEquals(consumer.receive(3).size, 3)
    proxy.hold()
    consumer.client.execute(() => consumer.client.endTransaction(true))
    notBefore(proxy, consumer.ended, 1)
    assertEquals(next(consumer.ended, consumer), true)
    consumer.close()

  held("no close after unconfirmed sends completes"): (proxy, session) =>
    val spec = sender(freshQueue(), Some(bytes))
    val producer = Probe.producer(session, spec).sendAll(1, id, bytes)
    val closed = LinkedBlockingQueue[String]()
    producer.onGone = () => closed.add("closed")
    // some libraries wait for each send
    producer.awaitTasks()
    // others open a second connection during the first send, and wait for that
    proxy.awaitSilence()
    proxy.hold()
    producer.startSending(5, id, bytes)
    producer.client.execute(() => producer.client.close(unsubscribe = false))
    notBefore(proxy, closed, 5 * bytes)
    assertEquals(next(closed, producer), "closed")

private object ConfirmationContract:
  /** Wait for a report that must not come; a driver that makes one up does so at once. */
  private val WaitMs = 200L
  private val LimitS = 50L
