package shootout.broker

import shootout.units.Endpoint

import java.io.IOException
import java.net.Socket
import java.nio.file.{Files, Path}
import scala.util.Using

/** Small brokers for tests: Java programs, in `src/test/resources/brokers`. */
object Brokers:
  val folder: Path = Path.of(getClass.getResource("/brokers").toURI)

  def spec(name: String): BrokerSpec =
    BrokerFile.read(folder.resolve(name)).fold(problems => throw AssertionError(problems.mkString("\n")), identity)

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

  def delete(folder: Path): Unit = WorkFolder.delete(folder)

  /** A `broker.yaml` in a folder of its own, named `b`. */
  def written(parent: Path, text: String): Path =
    val folder = Files.createDirectories(parent.resolve("b"))
    Files.writeString(folder.resolve(BrokerFile.name), text)
    folder
