package shootout.broker

import java.nio.file.Path
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** All processes that this run started for its brokers. A shutdown hook can end them all, whatever the rest of the
  * program is doing at that moment.
  */
final class OwnProcesses:
  private var trees = List.empty[ProcessTree]
  private var closed = false

  /** Starts a process with its own environment. Variables of the user's shell, such as heap options, do not reach a
    * broker.
    *
    * @param output
    *   standard output and error are appended to this file
    * @throws java.io.IOException
    *   if the program does not exist or cannot be run
    * @throws IllegalStateException
    *   after [[endAll]]
    */
  private[broker] def start(
      command: List[String],
      folder: Path,
      environment: List[(String, String)],
      output: Path
  ): ProcessTree = synchronized {
    if closed then throw IllegalStateException("the run is being shut down; nothing is started any more")
    val builder = ProcessBuilder(command.asJava).directory(folder.toFile).redirectErrorStream(true)
    val own = builder.environment
    own.keySet.retainAll(OwnProcesses.inherited.asJava)
    own.put("HOME", folder.toString)
    for (name, value) <- environment do own.put(name, value)
    ProcessMark.put(own, folder)
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile))
    val process = builder.start()
    process.getOutputStream.close()
    val tree = ProcessTree(process)
    trees ::= tree
    tree
  }

  private[broker] def forget(tree: ProcessTree): Unit = synchronized {
    trees = trees.filterNot(_ eq tree)
  }

  /** Ends every process with SIGTERM, and with SIGKILL after `grace`. Nothing can be started afterwards. Shutdown hooks
    * use it, and it may be called twice and from any thread.
    */
  def endAll(grace: FiniteDuration): Unit =
    val open = synchronized {
      closed = true
      trees
    }
    val enders = open.map(tree => Thread(() => tree.terminate(grace)))
    enders.foreach(_.start())
    enders.foreach(_.join())

object OwnProcesses:
  private val inherited = Set("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "SYSTEMROOT")
