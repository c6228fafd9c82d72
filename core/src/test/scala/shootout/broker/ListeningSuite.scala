package shootout.broker

import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Path}
import scala.util.Using

class ListeningSuite extends TemporaryFolder:
  private val own = List(ProcessHandle.current.pid)

  private def port(socket: ServerSocket): String = f"${socket.getLocalPort}%04X"

  test("only a socket on all addresses is found, not one on 127.0.0.1"):
    assume(System.getProperty("os.name") == "Linux", "Linux only")
    def listen(host: String) = ServerSocket(0, 1, InetAddress.getByName(host))
    Using.resources(listen("127.0.0.1"), listen("0.0.0.0")): (inside, outside) =>
      assert(Listening.addresses(own).exists(_.endsWith(s":${port(inside)}")))
      assertEquals(Listening.forOthers(own).filter(_.endsWith(s":${port(inside)}")), Nil)
      assertEquals(Listening.forOthers(own).count(_.endsWith(s":${port(outside)}")), 1)

  /** A program that listens on all addresses, prints its port, and ends with its input. */
  private def listener(folder: Path): Path = Files.writeString(
    folder.resolve("Listener.java"),
    "class Listener { public static void main(String[] none) throws Exception { " +
      "System.out.println(new java.net.ServerSocket(0).getLocalPort()); System.in.read(); } }"
  )

  folder.test("a short-lived listener is found in a process of this folder only"): folder =>
    assume(System.getProperty("os.name") == "Linux", "Linux only")
    val watch = ListeningWatch(folder)
    def listen(work: Path): String =
      val java = Path.of(sys.props("java.home"), "bin", "java").toString
      val builder =
        ProcessBuilder(java, listener(folder).toString).redirectError(ProcessBuilder.Redirect.INHERIT)
      ProcessMark.put(builder.environment, work)
      val process = builder.start()
      val port = process.inputReader.readLine.toInt
      val before = watch.count
      while watch.count < before + 2 do Thread.sleep(5)
      process.outputWriter.close()
      process.waitFor()
      f"${"0" * 32}:$port%04X"
    try
      listen(folder.resolveSibling("other/work"))
      val address = listen(folder.resolve("node-2/work"))
      assertEquals(watch.found.map(_.takeWhile(_ != ' ')), List(s"$address:"))
      assert(watch.found.head.contains("Listener.java"), watch.found)
    finally watch.close()
