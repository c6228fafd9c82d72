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
  @volatile private var looks = 0
  @volatile private var goesOn = true
  private val thread = Thread(() => watch(), "listening")
  thread.setDaemon(true)
  thread.start()

  private def watch(): Unit =
    // whoever has a socket has it from its beginning on
    var known = Set.empty[String]
    while goesOn do
      val open = Listening.openForOthers
      val fresh = open -- known
      if fresh.nonEmpty then look(fresh)
      known = open.keySet
      looks += 1
      Thread.sleep(ListeningWatch.PauseMs)

  private def look(sockets: Map[String, String]): Unit =
    for
      pid <- ProcessHandle.allProcesses.iterator.asScala.map(_.pid) if ProcessMark.isBelow(pid, folder)
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
  /** Shorter than the 100 ms for which a library was seen to listen; each look costs a millisecond. */
  private val PauseMs = 50L
