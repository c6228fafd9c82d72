package shootout.broker

import shootout.units.Endpoint
import shootout.yaml.Problem

import java.io.IOException
import java.net.Socket
import java.nio.file.{Files, Path}
import scala.util.Using

/** Small brokers for tests: Java programs, in `src/test/resources/brokers`. */
object Brokers:
  val folder: Path = Path.of(getClass.getResource("/brokers").toURI)

  def spec(name: String): BrokerSpec = all(BrokerFile.readAll(folder.resolve(name))).head

  private def all(read: Either[List[Problem], List[BrokerSpec]]): List[BrokerSpec] =
    read.fold(problems => throw AssertionError(problems.mkString("\n")), identity)

  /** The same under another name, from elsewhere. */
  def named(broker: String, name: String, title: String, source: Source): BrokerSpec =
    val it = spec(broker)
    it.copy(identity = it.identity.copy(name = name, title = title), source = source)

  def broker(
      name: String,
      processes: OwnProcesses = OwnProcesses(),
      pickPorts: Int => List[Int] = Ports.pick
  ): Broker = Broker(spec(name), "1", folder, folder, None, processes, pickPorts)

  /** Whether it is a broker of ours that listens there: it greets. */
  def greets(endpoint: Endpoint): Boolean =
    try
      Using.resource(Socket(endpoint.host, endpoint.port)) { socket =>
        socket.setSoTimeout(answerLimitMs)
        socket.getInputStream.read() == 'h'
      }
    catch case _: IOException => false

  private val answerLimitMs = 500

  /** Sends a signal to all processes of a node. After STOP they keep memory and ports, and go on after CONT. */
  def signal(name: String, node: RunningNode): Unit =
    val command = List("sh", "-c", "kill \"$@\"", "sh", s"-$name") ++ node.pids.map(_.toString)
    assert(ProcessBuilder(command*).start().waitFor() == 0, command)

  def delete(folder: Path): Unit = WorkFolder.delete(folder)

  /** The broker of a `broker.yaml`, and its variants. */
  def read(parent: Path, text: String, version: Option[String] = None): List[BrokerSpec] =
    all(BrokerFile.readAll(written(parent, text), version))

  /** The line and message of each problem of a `broker.yaml`. */
  def problems(parent: Path, text: String): List[String] =
    BrokerFile.readAll(written(parent, text)).fold(_.map(p => s"${p.place.line}: ${p.message}"), _ => Nil)

  /** A `broker.yaml` in a folder of its own, named `b`. */
  def written(parent: Path, text: String): Path =
    val folder = Files.createDirectories(parent.resolve("b"))
    Files.writeString(folder.resolve(BrokerFile.name), text)
    folder
