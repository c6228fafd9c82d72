package shootout.campaign

import shootout.engine.{GeneratorPart, Workloads}
import shootout.units.{Endpoint, Json}

import java.io.{ByteArrayOutputStream, PipedInputStream, PipedOutputStream}
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.*

/** How load JVMs talk to each other; a shell plays the other one. */
class GeneratorPoolSuite extends munit.FunSuite:
  /** Of a cluster with two nodes that take clients, and one that waits. */
  private val endpoint = Endpoint(
    "127.0.0.1",
    61613,
    Some("admin"),
    Some("secret"),
    None,
    others = List("127.0.0.2" -> 61614),
    standby = List("127.0.0.3" -> 61615)
  )
  private val order = WorkloadOrder(GeneratorPart(0, 2), Workloads.workload(), 1, "base", 7, endpoint)

  /** Reads what all loads have in common and the order, says 7, and then how many characters it has heard. */
  private val shell =
    """read -r common; read -r order; echo "a library says hello"; echo '{"said": 7, "gone": null}'
      |read -r heard; echo '{"said": '"${#heard}"', "gone": null}'; read -r heard""".stripMargin

  private def pool(starts: AtomicInteger): GeneratorPool =
    GeneratorPool(
      2,
      "common",
      () =>
        starts.incrementAndGet()
        ProcessBuilder("bash", "-c", shell).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    )

  test("each hears what all say; one that has ended is gone, and there is a new one for the next workload"):
    val starts = AtomicInteger()
    val others = pool(starts)
    val generators = others.join(order)
    assertEquals(generators.part, GeneratorPart(0, 2))
    assertEquals(generators.meet(1), Right(List(1, 7)))
    val heard = """[{"said":1,"gone":null},{"said":7,"gone":null}]""".length
    assertEquals(generators.meet(2), Right(List(2, heard)))
    assert(generators.meet(3).left.exists(_.contains("load JVM 2 of 2 ended")))
    assert(generators.meet(4).isLeft)
    assertEquals(others.join(order).meet(5), Right(List(5, 7)))
    assertEquals(starts.get, 2)
    others.close()

  test("an order comes out of its line as it went in, for a part of its own"):
    val line = Json.write(order.copy(part = GeneratorPart(1, 2)))
    assert(!line.contains('\n'))
    val there = Json.read[WorkloadOrder](line)
    assertEquals(there, order.copy(part = GeneratorPart(1, 2)))
    assertEquals(there.endpoint, endpoint, "every node of the broker is known there, too")

  test("the end of all lines stays the end; what nobody reads is lost without a word"):
    val (theirs, ours) = (PipedOutputStream(), PipedInputStream())
    theirs.connect(ours)
    val written = ByteArrayOutputStream()
    val lines = LineChannel(ours, written)
    theirs.write("one\ntwo\n".getBytes)
    theirs.flush()
    assertEquals((lines.next(), lines.next(1.minute)), (Some("one"), Some("two")))
    theirs.close()
    assertEquals(List(lines.next(), lines.next(1.minute), lines.next()), List(None, None, None))
    lines.send("three")
    assertEquals(written.toString, "three\n")
    lines.close()
    lines.send("four")
    assertEquals(written.toString, "three\n")
