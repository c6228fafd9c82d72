package shootout.broker

import com.sun.net.httpserver.{HttpExchange, HttpServer}

import java.net.InetSocketAddress
import java.nio.file.{Files, Path}
import java.util.concurrent.{ConcurrentHashMap, CountDownLatch, Executors}
import java.util.zip.{ZipEntry, ZipOutputStream}

/** A Maven registry on 127.0.0.1 without checksum files, and a Maven that uses no other. It offers test artifacts, and
  * Maven's own plugins from the local repository.
  *
  * @param folder
  *   for Maven's settings and its empty local repository
  */
final class MavenMirror(folder: Path) extends AutoCloseable:
  private val offered = ConcurrentHashMap[String, Array[Byte]]()
  private val silent = ConcurrentHashMap.newKeySet[String]()
  private val end = CountDownLatch(1)
  private val threads = Executors.newCachedThreadPool()
  private val server = HttpServer.create(InetSocketAddress(Ports.loopback, 0), 0)
  server.setExecutor(threads)
  server.createContext("/", exchange => answer(exchange))
  server.start()

  private val own =
    Path.of(sys.props.getOrElse("localRepository", s"${sys.props("user.home")}/.m2/repository"))

  val repository: Path = folder.resolve("repository")

  def maven: List[String] =
    val settings = folder.resolve("settings.xml")
    val url = s"http://127.0.0.1:${server.getAddress.getPort}/"
    Files.writeString(
      settings,
      s"<settings><mirrors><mirror><id>test</id><mirrorOf>*</mirrorOf><url>$url</url></mirror></mirrors></settings>"
    )
    val patience = List("-Daether.connector.requestTimeout=5000", "-Dmaven.wagon.rto=5000")
    List("mvn", "--settings", s"$settings", s"-Dmaven.repo.local=$repository") ++ patience

  /** @return
    *   its line in `files.sha256`
    */
  def offer(path: String, content: Array[Byte]): String =
    offered.put(path, content)
    val file = Files.write(Files.createTempFile(folder, "offered", ""), content)
    s"${Checksums.sha256(file)}  $path\n"

  /** An artifact `shootout:NAME:VERSION` with its dependencies: `shootout:NAME` to a version or a range.
    *
    * @return
    *   the line of its jar in `files.sha256`
    */
  def offerJar(name: String, version: String, needs: (String, String)*): String =
    val dependencies = needs.map((n, v) =>
      s"<dependency><groupId>shootout</groupId><artifactId>$n</artifactId><version>$v</version></dependency>"
    )
    offerPom(name, version, s"<dependencies>${dependencies.mkString}</dependencies>")
    offer(MavenMirror.jar(name, version), s"$name $version".getBytes)

  def offerZip(name: String, entry: String, text: String): String =
    offerPom(name, "1", "")
    offer(s"shootout/$name/1/$name-1.zip", MavenMirror.zip(entry, text))

  private def offerPom(name: String, version: String, more: String): Unit =
    val pom = s"<project><modelVersion>4.0.0</modelVersion><groupId>shootout</groupId><artifactId>$name</artifactId>" +
      s"<version>$version</version>$more</project>"
    offer(s"shootout/$name/$version/$name-$version.pom", pom.getBytes): Unit

  def offerVersions(name: String, versions: String*): Unit =
    val list = versions.map(v => s"<version>$v</version>").mkString
    val text = s"<metadata><groupId>shootout</groupId><artifactId>$name</artifactId><versioning>" +
      s"<versions>$list</versions></versioning></metadata>"
    offer(s"shootout/$name/maven-metadata.xml", text.getBytes)

  /** Never answers requests for this path. */
  def ignore(path: String): Unit = silent.add(path)

  private def answer(exchange: HttpExchange): Unit =
    val path = exchange.getRequestURI.getPath.stripPrefix("/")
    if silent.contains(path) then end.await()
    else content(path).fold(respond(exchange, 404, Array()))(respond(exchange, 200, _))

  private def content(path: String): Option[Array[Byte]] =
    Option(offered.get(path)).orElse {
      val file = own.resolve(path)
      Option.when(
        !path.endsWith(".sha1") && !path.endsWith(".md5") && Files.isRegularFile(file)
      )(Files.readAllBytes(file))
    }

  private def respond(exchange: HttpExchange, status: Int, body: Array[Byte]): Unit =
    val hasBody = status == 200 && exchange.getRequestMethod == "GET"
    exchange.sendResponseHeaders(status, if hasBody then body.length else -1)
    if hasBody then exchange.getResponseBody.write(body)
    exchange.close()

  def close(): Unit =
    end.countDown()
    server.stop(0)
    threads.shutdownNow()

object MavenMirror:
  /** Where a registry keeps `shootout:NAME:VERSION`. */
  def jar(name: String, version: String): String = s"shootout/$name/$version/$name-$version.jar"

  private def zip(entry: String, text: String): Array[Byte] =
    val bytes = java.io.ByteArrayOutputStream()
    val out = ZipOutputStream(bytes)
    out.putNextEntry(ZipEntry(entry))
    out.write(text.getBytes)
    out.close()
    bytes.toByteArray
