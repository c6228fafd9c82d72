package shootout.broker

import shootout.units.Endpoint
import shootout.yaml.Problem

import java.io.IOException
import java.net.Socket
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.OptionConverters.*
import scala.util.Using

/** Small brokers for tests: Java programs in `src/test/resources/brokers`. */
object Brokers:
  val home: Path = Path.of(sys.props.getOrElse("shootout.home", ".."))

  val folder: Path = Path.of(getClass.getResource("/brokers").toURI)

  def spec(name: String): BrokerSpec = all(BrokerFile.readAll(folder.resolve(name))).head

  private def all(read: Either[List[Problem], List[BrokerSpec]]): List[BrokerSpec] =
    read.fold(problems => throw AssertionError(problems.mkString("\n")), identity)

  /** The broker under another name and from another source. */
  def named(broker: String, name: String, title: String, source: Source): BrokerSpec =
    val it = spec(broker)
    it.copy(identity = it.identity.copy(name = name, title = title), source = source)

  def broker(
      name: String,
      processes: OwnProcesses = OwnProcesses(),
      pickPorts: Int => List[Int] = Ports.pick
  ): Broker = Broker(spec(name), "1", folder, folder, None, processes, pickPorts)

  /** Whether one of these brokers answers there with its greeting. */
  def greets(endpoint: Endpoint): Boolean =
    try
      Using.resource(Socket(endpoint.host, endpoint.port)) { socket =>
        socket.setSoTimeout(answerLimitMs)
        socket.getInputStream.read() == 'h'
      }
    catch case _: IOException => false

  private val answerLimitMs = 500

  /** Sends a signal to all processes of a node. STOP pauses them, CONT resumes them. */
  def signal(name: String, node: RunningNode): Unit =
    val command = List("sh", "-c", "kill \"$@\"", "sh", s"-$name") ++ node.pids.map(_.toString)
    assert(ProcessBuilder(command*).start().waitFor() == 0, command)

  def isRunning(pid: Long): Boolean =
    // a zombie that no init process reaps still has its number, but no command
    ProcessHandle.of(pid).toScala.exists(process => process.isAlive && process.info.command.isPresent)

  def started(broker: Broker, options: StartOptions): RunningBroker =
    def failed(why: Unavailable) = throw AssertionError(s"$why\n${why.logTail.mkString("\n")}")
    broker.start(options, greets).fold(failed, identity)

  def eventually(condition: => Boolean): Boolean =
    val limit = 50.seconds.fromNow
    while !condition && limit.hasTimeLeft() do Thread.sleep(20)
    condition

  def delete(folder: Path): Unit = WorkFolder.delete(folder)

  val minimal: String =
    """name: b
      |title: B
      |version: "2"
      |homepage: https://example.org/
      |get: {archive: "g:a:{{version}}:zip"}
      |ports: [stomp]
      |start: [run, "{{ports.stomp}}"]
      |protocols: {stomp: {port: stomp, anything: {goes: here}, cannot: {fly: it has no wings}}}
      |durability: {class: fsync, because: it syncs}
      |""".stripMargin

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

/** Tests with an empty folder of their own, which is deleted afterwards. */
trait TemporaryFolder extends munit.FunSuite:
  val folder: FunFixture[Path] =
    FunFixture[Path](_ => Files.createTempDirectory("shootout"), Brokers.delete(_))
