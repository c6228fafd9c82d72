package shootout.stomp

import scala.collection.mutable

/** When heart-beats are sent and a broker counts as dead, in virtual time. */
class HeartBeatsSuite extends munit.FunSuite:
  private final class Connection(agreed: Agreed):
    var now = 0L
    private val tasks = mutable.ListBuffer.empty[(Long, () => Unit)]
    var read = 0L
    var written = 0L
    val beats = mutable.ListBuffer.empty[Long]
    var died = Option.empty[Long]
    val under = HeartBeats(
      () => read,
      () => written,
      (millis, task) => tasks += (now + millis -> task): Unit,
      beat = () => beats += now: Unit,
      dead = () => died = Some(now)
    )
    under.start(agreed)

    def at(time: Long)(body: => Unit): Unit = tasks += (time -> (() => body))

    def until(end: Long): Unit =
      while tasks.exists(_._1 <= end) do
        val next = tasks.minBy(_._1)
        tasks -= next
        now = next._1
        next._2()
      now = end

  test("both sides agree on the longer interval"):
    assertEquals(Agreed.of("300, 0", 50), Some(Agreed(0, 900)))
    assertEquals(Agreed.of("0,200", 100), Some(Agreed(100, 0)))
    assertEquals(Agreed.of("10000,20", 1000), Some(Agreed(500, 30000)))
    for none <- List("0,0", "", "5", "a,b", "1,2,3") do assertEquals(Agreed.of(none, 50), None, none)

  test("a broker that is silent for three intervals is dead, once"):
    val connection = Connection(Agreed.of("100,0", 50).get)
    for time <- 100 to 1000 by 100 do connection.at(time)(connection.read += 1)
    connection.until(1200)
    assertEquals(connection.died, None)
    connection.until(1500)
    assertEquals(connection.died, Some(1500L))
    connection.died = None
    connection.until(5000)
    assertEquals(connection.died, None)

  test("a broker may send its first heart-beat late, like ActiveMQ"):
    val connection = Connection(Agreed.of("1000,0", 50).get)
    connection.at(2900)(connection.read += 1)
    connection.until(5999)
    assertEquals(connection.died, None)

  test("a broker is not dead while we do not read, nor right after that"):
    val connection = Connection(Agreed.of("100,0", 50).get)
    connection.at(10)(connection.under.suspendRead())
    connection.at(1000)(connection.under.resumeRead())
    connection.until(1499)
    assertEquals(connection.died, None)
    connection.until(1500)
    assertEquals(connection.died, Some(1500L))

  test("a heart-beat is sent after half an interval without a write"):
    val connection = Connection(Agreed.of("0,200", 50).get)
    connection.until(350)
    assertEquals(connection.beats.toList, List(100L, 200L, 300L))
    connection.at(360)(connection.written += 1)
    connection.until(450)
    assertEquals(connection.beats.size, 3)
    connection.under.stop()
    connection.until(2000)
    assertEquals((connection.beats.size, connection.died), (3, None))
