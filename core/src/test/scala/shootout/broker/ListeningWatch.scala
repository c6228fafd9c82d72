package shootout.broker

import java.nio.file.Path
import java.util.concurrent.ConcurrentSkipListSet
import scala.jdk.CollectionConverters.*

/** Looks again and again on which addresses a broker's processes listen, those that prepare and stop it among them, wherever they hang in
  * the tree: what waits for other machines for a moment only would be missed by a single look.
  *
  * @param folder
  *   the broker's own
  */
final class ListeningWatch(folder: Path) extends AutoCloseable:
  private val seen = ConcurrentSkipListSet[String]()
  private val tables = Listening.kinds.map(SocketTable(_))
  @volatile private var looks = 0
  @volatile private var goesOn = true
  private val thread = Thread(() => watch(), "listening")
  thread.setDaemon(true)
  thread.start()

  private def watch(): Unit =
    // whoever has a socket has it from its beginning on
    var known = Set.empty[String]
    while goesOn do
      val open = Listening.openForOthers(tables.flatMap(_.listening).toMap)
      val fresh = open -- known
      if fresh.nonEmpty then look(fresh)
      known = open.keySet
      looks += 1
      Thread.sleep(ListeningWatch.PauseMs)

  private def look(sockets: Map[String, String]): Unit =
    for
      pid <- ProcessHandle.allProcesses.iterator.asScala.map(_.pid) if ProcessMark.has(pid, folder)
      address <- Listening.ofProcess(pid, sockets)
    do seen.add(s"$address: ${Listening.command(pid)}")

  /** Who was seen, each with its command. */
  def found: List[String] = seen.asScala.toList

  /** How often it has looked. */
  def count: Int = looks

  def close(): Unit =
    goesOn = false
    thread.join()

object ListeningWatch:
  /** Shorter than the 100 ms for which a library was seen to listen. */
  private val PauseMs = 50L

/** One of the system's tables of sockets, read again and again. Behind those that listen the system looks for the first one that is connected,
  * and walks through 262,144 places for that, in milliseconds. So the table is read only if there may be something new in it: not while
  * there are as many sockets as before, all of which listened.
  */
private final class SocketTable(kind: String):
  private var known = Map.empty[String, String]
  private var counted = Option.empty[Int]

  def listening: Map[String, String] =
    val now = Listening.inUse(kind)
    if now.isEmpty || now != counted || !now.contains(known.size) then known = Listening.listening(kind)
    counted = now
    known
