package shootout.broker

import java.nio.file.Path
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** Every process that this run started for its brokers, so that a shutdown hook can end them all, whatever the rest of
  * the program is doing at that moment.
  *
  * @param register
  *   where they are noted while they run
  */
final class OwnProcesses(register: Option[ProcessRegister] = None):
  private var trees = List.empty[ProcessTree]
  private var closed = false

  /** Starts a process with an environment of its own: what a user's shell happens to export (heap options, say) reaches
    * no broker.
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
    register.foreach(_.add(process.toHandle))
    tree
  }

  private[broker] def forget(tree: ProcessTree): Unit = synchronized {
    trees = trees.filterNot(_ eq tree)
    if trees.isEmpty then register.foreach(_.clear())
  }

  /** Ends every process: SIGTERM, and SIGKILL after `grace`. For shutdown hooks; may be called twice and from any
    * thread. Nothing can be started afterwards.
    */
  def endAll(grace: FiniteDuration): Unit =
    val open = synchronized {
      closed = true
      trees
    }
    val enders = open.map(tree => Thread(() => tree.terminate(grace)))
    enders.foreach(_.start())
    enders.foreach(_.join())
    register.foreach(_.clear())

object OwnProcesses:
  private val inherited = Set("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "SYSTEMROOT")
