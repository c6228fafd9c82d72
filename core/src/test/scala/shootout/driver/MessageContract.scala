package shootout.driver

import shootout.scenario.{Content, MessageForm, MessageKind}

import java.util.concurrent.LinkedBlockingQueue
import scala.jdk.CollectionConverters.*

final class MessageContract(suite: munit.FunSuite, subject: DriverContract.Subject)
    extends ContractTests(suite, subject):
  for
    form <- MessageForm.values; content <- Content.values
    needs = Option.when(form != MessageForm.Bytes)(s"message_${form.toString.toLowerCase}") ++
      Option.when(content == Content.PriceUpdate)("price_update")
    if needs.nonEmpty && (form != MessageForm.Externalizable || content == Content.PriceUpdate)
  do
    val bytes = if content == Content.PriceUpdate then Content.PriceUpdateBytes else 1000
    arrives(s"$form message with $content arrives intact", bytes, needs.toSeq*)(MessageKind(form, content))

  arrives("a body of 10 B arrives with its stamp in a header", 10, "small_body")(MessageKind())
  arrives("priority: a message with a priority arrives", 20, "priority")(MessageKind(priority = Some(9)))

  private def arrives(name: String, bytes: Int, needs: String*)(kind: MessageKind): Unit =
    contract(name, needs*): session =>
      val queue = freshQueue()
      val consumer = Probe.consumer(session, receiver(queue))
      val spec = sender(queue, Some(bytes)).copy(message = kind)
      val producer = Probe.producer(session, spec).sendAll(20, id, bytes)
      assertEquals(inOrder(consumer.receive(20)), List.tabulate(20)(i => Seen(id, i, bytes, true)))
      List(producer, consumer).foreach(_.close())

  contract("priority: a higher priority overtakes waiting messages", "priority"): session =>
    val queue = freshQueue()
    for (priority, sequenceOf) <- List(1 -> 1, 8 -> 2) do
      val spec = sender(queue).copy(message = MessageKind(priority = Some(priority)))
      val name = s"p$priority"
      Probe.producer(session, spec, name).sendAll(5, Stamp.producer(7, sequenceOf), 20).close()
    val consumer = Probe.consumer(session, receiver(queue))
    val expected = List(2, 1).flatMap(n => List.fill(5)(Stamp.producer(7, n)))
    assertEquals(consumer.receive(10).map(_.producer), expected)
    consumer.close()

  contract("message groups: each stays at one consumer", "message_groups"): session =>
    val queue = freshQueue()
    session.create(List(DestinationSpec(queue, None, receivers = 2)))
    val spec = sender(queue).copy(messageGroups = Vector.tabulate(Groups)(n => s"group-$n"))
    val consumers = List("a", "b").map(n => Probe.consumer(session, receiver(queue), n))
    val got = consumers.map(_ => LinkedBlockingQueue[Seen]())
    for (consumer, own) <- consumers.zip(got) do consumer.onSeen = message => own.add(message)
    // a group stays where it began, so both consumers must get messages before
    val opener = Probe.producer(session, sender(queue), "o")
    for _ <- 1 to 100 if got.exists(_.isEmpty) do
      opener.sendAll(2, Stamp.producer(7, 9), 20)
      Probe.together(consumers, 2)
    opener.close()
    got.foreach(_.clear())
    val producers = List(1, 2).map(n => Probe.producer(session, spec, s"p$n"))
    for (producer, n) <- producers.zipWithIndex do producer.sendAll(10 * Groups, Stamp.producer(7, n), 20)
    assertEquals(Probe.together(consumers, 20 * Groups).size, 20 * Groups)
    val groups = got.map(_.asScala.map(_.sequence % Groups).toSet)
    assert(groups.forall(_.nonEmpty), s"one consumer got nothing: $groups")
    assertEquals(groups.reduce(_ & _), Set.empty, "groups that both consumers got")
    (producers ++ consumers).foreach(_.close())
    session.remove(List(queue))

  /** Odd, so that dealing messages to two consumers in turn splits every group. */
  private def Groups = 7
