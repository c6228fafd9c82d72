package shootout.broker

import java.nio.file.Path
import java.util.concurrent.ConcurrentSkipListSet
import scala.jdk.CollectionConverters.*

/** Watches the addresses on which processes of a broker listen, including those that prepare and stop it. A single look
  * would miss a short-lived listener.
  *
  * @param folder the broker's folder
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
    // a socket belongs to its process from the beginning
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

  def found: List[String] = seen.asScala.toList

  def count: Int = looks

  def close(): Unit =
    goesOn = false
    thread.join()

object ListeningWatch:
  /** Shorter than the 100 ms for which one library listens. */
  private val PauseMs = 50L

/** A table of sockets that is read repeatedly. A read takes milliseconds, because the system searches 262,144 places for
  * connected sockets after the listening ones. So the table is read only if the number of sockets has changed.
  */
private final class SocketTable(kind: String):
  private var known = Map.empty[String, String]
  private var counted = Option.empty[Int]

  def listening: Map[String, String] =
    val now = Listening.inUse(kind)
    if now.isEmpty || now != counted || !now.contains(known.size) then known = Listening.listening(kind)
    counted = now
    known
