package shootout.campaign

import shootout.engine.{GeneratorPart, Workloads}
import shootout.units.{Endpoint, Json}

import java.io.{ByteArrayOutputStream, PipedInputStream, PipedOutputStream}
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.*

/** The messages between load JVMs; a shell plays the other JVM. */
class GeneratorPoolSuite extends munit.FunSuite:
  /** A cluster with two nodes for clients and one on standby. */
  private val endpoint = Endpoint("127.0.0.1", 61613, Some("admin"), Some("secret"), None)
    .copy(others = List("127.0.0.2" -> 61614), standby = List("127.0.0.3" -> 61615))
  private val order = WorkloadOrder(GeneratorPart(0, 2), Workloads.workload(), 1, "base", 7, endpoint)

  /** Reads the common part and the order, answers 7, and then the length of the message it has read. */
  private val shell =
    """read -r common; read -r order; echo "a library says hello"; echo '{"said": 7, "gone": null}'
      |read -r heard; echo '{"said": '"${#heard}"', "gone": null}'; read -r heard""".stripMargin

  private def pool(starts: AtomicInteger): GeneratorPool =
    def start() =
      starts.incrementAndGet()
      ProcessBuilder("bash", "-c", shell).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    GeneratorPool(2, "common", () => start())

  test("each JVM reads the messages of all; one that ended is replaced for the next workload"):
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

  test("an order is one line and reads back unchanged"):
    val line = Json.write(order.copy(part = GeneratorPart(1, 2)))
    assert(!line.contains('\n'))
    val there = Json.read[WorkloadOrder](line)
    assertEquals(there, order.copy(part = GeneratorPart(1, 2)))
    assertEquals(there.endpoint, endpoint, "it knows every node of the broker")

  test("a closed channel returns no more lines and drops messages silently"):
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
