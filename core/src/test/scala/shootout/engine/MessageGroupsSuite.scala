package shootout.engine

import shootout.scenario.{Ack, ConsumerGroup, Phase}
import shootout.units.DestinationType

/** The deliveries show whether a broker keeps message groups together. */
class MessageGroupsSuite extends munit.FunSuite:
  private def seen(sequences: Long*): SequenceSet =
    val set = SequenceSet()
    sequences.foreach(set.add)
    set

  test("groups that went to several consumers are counted over all producers"):
    // two producers: messages 0, 3, 6 are one group, messages 1, 4, 7 the next
    assertEquals(MessageGroups.split(3, List(List(seen(0, 3), seen(6)), List(seen(1, 4), seen(2)))), (3, 0))
    assertEquals(MessageGroups.split(3, List(List(seen(0, 3), seen(1)), List(seen(1, 4), seen(2)))), (3, 1))
    assertEquals(MessageGroups.split(3, List(List(seen(0, 1, 2)), List(seen(3)), List(seen(6, 5)))), (3, 2))
    assertEquals(MessageGroups.split(0, List(List(seen(0)), List(seen(1)))), (0, 0))

  // consumers take turns because each holds one message at a time
  private val dealt =
    Workloads.consumers.copy(count = 3, ack = Ack.Client, prefetch = Some(1), think = Workloads.think(1e6))

  private def notes(groups: Option[Int], consumers: ConsumerGroup, phase: Option[Phase] = None): List[String] =
    val producers = Workloads.producers.copy(count = 2, messageGroups = groups)
    VirtualRun().measured(Workloads.workload(DestinationType.Queue, 1, List(producers), List(consumers), phase)).notes

  test("a note says that a broker splits message groups"):
    val note =
      "4 of 4 message groups went to more than one consumer, though no consumer came late or left"
    assertEquals(notes(Some(4), dealt), List(note))

  test("no note without groups, for one consumer, or for consumers that leave"):
    assertEquals(notes(None, dealt), Nil)
    assertEquals(notes(Some(4), dealt.copy(count = 1)), Nil)
    assertEquals(notes(Some(4), dealt.copy(messagesPerConnection = Some(50))), Nil)
    assertEquals(notes(Some(4), dealt, Workloads.phase(0)), Nil)
