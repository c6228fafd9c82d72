package shootout.engine

import shootout.scenario.{Ack, ConsumerGroup, Distribution, Phase}
import shootout.units.DestinationType

/** Whether a broker kept message groups is read from what its consumers got. */
class MessageGroupsSuite extends munit.FunSuite:
  private def seen(sequences: Long*): SequenceSet =
    val set = SequenceSet()
    sequences.foreach(set.add)
    set

  test("groups that several consumers got are counted, whoever sent them") {
    // two producers: their messages 0, 3, 6 are of one group, 1, 4, 7 of the next
    assertEquals(MessageGroups.split(3, List(List(seen(0, 3), seen(6)), List(seen(1, 4), seen(2)))), (3, 0))
    assertEquals(MessageGroups.split(3, List(List(seen(0, 3), seen(1)), List(seen(1, 4), seen(2)))), (3, 1))
    assertEquals(MessageGroups.split(3, List(List(seen(0, 1, 2)), List(seen(3)), List(seen(6, 5)))), (3, 2))
    assertEquals(MessageGroups.split(0, List(List(seen(0)), List(seen(1)))), (0, 0))
  }

  // in turn, for each has one message at a time, and takes its time
  private val dealt =
    Workloads.consumers.copy(count = 3, ack = Ack.Client, prefetch = Some(1), think = Some(Distribution.Constant(1e6)))

  private def notes(groups: Option[Int], consumers: ConsumerGroup, phase: Option[Phase] = None): List[String] =
    val producers = Workloads.producers.copy(count = 2, messageGroups = groups)
    VirtualRun().measured(Workloads.workload(DestinationType.Queue, 1, List(producers), List(consumers), phase)).notes

  test("the result of a broker that deals the messages of a group in turn says so") {
    val said = "4 of 4 message groups went to more than one consumer, though no consumer came late or left"
    assertEquals(notes(Some(4), dealt), List(said))
  }

  test("nothing is said without groups, of one consumer, and where a consumer that leaves hands its groups on") {
    assertEquals(notes(None, dealt), Nil)
    assertEquals(notes(Some(4), dealt.copy(count = 1)), Nil)
    assertEquals(notes(Some(4), dealt.copy(messagesPerConnection = Some(50))), Nil)
    assertEquals(notes(Some(4), dealt, Some(Phase("linked", 0, 2, "load"))), Nil)
  }
