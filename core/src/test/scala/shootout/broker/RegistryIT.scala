package shootout.broker

import com.sun.net.httpserver.HttpServer

import java.net.InetSocketAddress
import java.nio.file.{Files, Path}
import java.util.zip.{ZipEntry, ZipOutputStream}
import scala.concurrent.duration.*
import scala.util.Using

/** The real clients, with registries made of files and one on 127.0.0.1. A client that is not here is not tried. */
class RegistryIT extends munit.FunSuite:
  override val munitTimeout: Duration = 5.minutes
  private val temporary = FunFixture[Path](_ => Files.createTempDirectory("shootout"), Brokers.delete(_))

  private def zip(file: Path, entries: (String, String)*): Path =
    Files.createDirectories(file.getParent)
    Using.resource(ZipOutputStream(Files.newOutputStream(file))) { out =>
      for (name, text) <- entries do
        out.putNextEntry(ZipEntry(name))
        out.write(text.getBytes)
    }
    file

  /** Locks a broker, fetches what was locked, and fetches it once more with a wrong checksum. */
  private def proved(folder: Path, registry: Registry, name: String, client: String*): Path =
    val fetch = RegistryFetch(2.minutes, Nil, _ => client.toList)
    val spec = Brokers.spec("echo").copy(title = "Tiny", source = Source.Packages(registry, List(name)))
    def scratch() = Files.createTempDirectory(folder, "scratch")
    val sums = fetch.sums(scratch(), spec, fail(_)).fold(why => fail(why.toString), identity)
    assertEquals(sums.sums.size, 1)
    val wrong = fetch.fetch(scratch(), spec, Checksums(sums.sums.map((file, _) => file -> "0" * 64)), fail(_))
    assert(wrong.left.toOption.exists(_.reason.startsWith("Tiny is refused: ")), wrong)
    fetch.fetch(scratch(), spec, sums, fail(_)).fold(why => fail(why.toString), identity)

  private def run(command: String*): String =
    ToolCommand.run(command.toList, None, 1.minute).fold(why => fail(why.toString), _.mkString("\n"))

  private def needs(programs: String*): Unit =
    for program <- programs do assume(PackageManager.onPath(program).isDefined, s"no $program here")

  temporary.test("pip") { folder =>
    needs("pip3", "python3")
    val wheels = folder.resolve("wheels")
    val info = "tiny-1.0.dist-info"
    zip(
      wheels.resolve("tiny-1.0-py3-none-any.whl"),
      "tiny.py" -> "print('it runs')\n",
      s"$info/METADATA" -> "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
      s"$info/WHEEL" -> "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
      s"$info/RECORD" -> s"tiny.py,,\n$info/METADATA,,\n$info/WHEEL,,\n$info/RECORD,,\n"
    )
    val offline = List("env", "PIP_NO_INDEX=1", s"PIP_FIND_LINKS=$wheels", "pip3")
    val there = proved(folder, Registry.Pip, "tiny==1.0", offline*)
    assertEquals(run("env", s"PYTHONPATH=$there", "python3", "-m", "tiny"), "it runs")
  }

  temporary.test("npm") { folder =>
    needs("npm", "node", "tar")
    val source = Files.createDirectories(folder.resolve("source/package"))
    Files.writeString(source.resolve("package.json"), """{"name": "tiny", "version": "1.0.0"}""")
    Files.writeString(source.resolve("index.js"), "console.log('it runs');\n")
    val archive = folder.resolve("tiny.tgz")
    run("tar", "-czf", s"$archive", "-C", s"${source.getParent}", "package")
    val server = HttpServer.create(InetSocketAddress(Ports.loopback, 0), 0)
    val url = s"http://127.0.0.1:${server.getAddress.getPort}"
    val version = s"""{"name": "tiny", "version": "1.0.0", "dist": {"tarball": "$url/tiny.tgz"}}"""
    val metadata = s"""{"name": "tiny", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": $version}}"""
    server.createContext(
      "/",
      exchange =>
        val tarball = exchange.getRequestURI.getPath.endsWith(".tgz")
        val body = if tarball then Files.readAllBytes(archive) else metadata.getBytes
        exchange.getResponseHeaders.set(
          "Content-Type",
          if tarball then "application/octet-stream" else "application/json"
        )
        exchange.sendResponseHeaders(200, body.length)
        exchange.getResponseBody.write(body)
        exchange.close()
    )
    server.start()
    try
      val own = List("env", s"npm_config_registry=$url", s"npm_config_cache=${folder.resolve("cache")}", "npm")
      val there = proved(folder, Registry.Npm, "tiny@1.0.0", own*)
      assertEquals(run("node", s"${there.resolve("node_modules/tiny/index.js")}"), "it runs")
    finally server.stop(0)
  }

  temporary.test("go") { folder =>
    needs("go")
    val versions = Files.createDirectories(folder.resolve("proxy/example.org/tiny/@v"))
    val module = "module example.org/tiny\n\ngo 1.17\n"
    Files.writeString(versions.resolve("list"), "v1.0.0\n")
    Files.writeString(versions.resolve("v1.0.0.info"), """{"Version": "v1.0.0"}""")
    Files.writeString(versions.resolve("v1.0.0.mod"), module)
    zip(
      versions.resolve("v1.0.0.zip"),
      "example.org/tiny@v1.0.0/go.mod" -> module,
      "example.org/tiny@v1.0.0/main.go" -> "package main\n\nfunc main() { println(\"it runs\") }\n"
    )
    val own = List("env", s"GOPROXY=file://${folder.resolve("proxy")}", "GOSUMDB=off", "go")
    val there = proved(folder, Registry.Go, "example.org/tiny@v1.0.0", own*)
    assertEquals(run(s"${Registry.Go.program(List("example.org/tiny@v1.0.0"), there)}"), "it runs")
  }
