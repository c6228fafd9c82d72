package shootout.broker

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.{Try, Using}

/** On which addresses processes wait for connections, as Linux tells it; elsewhere on none. */
object Listening:
  /** Addresses of this machine that others reach, in hexadecimal as the system has them: `00000000:F0AD` is port 61613 of all. */
  def forOthers(pids: Iterable[Long]): List[String] = addresses(pids).filterNot(isLoopback).sorted

  def addresses(pids: Iterable[Long]): List[String] =
    val open = listening
    pids.toList.distinct.flatMap(ofProcess(_, open)).distinct

  /** Those of these sockets, address by inode, whose address others reach. */
  def openForOthers(sockets: Map[String, String]): Map[String, String] =
    sockets.filterNot((_, address) => isLoopback(address))

  /** Both of the system's tables of sockets. */
  val kinds: List[String] = List("tcp", "tcp6")

  private def listening: Map[String, String] = kinds.flatMap(listening).toMap

  /** Of sockets that listen, of all processes of this machine: address by inode. The system has them first, before those that are connected,
    * of which there may be many.
    */
  def listening(kind: String): Map[String, String] =
    (for
      table <- List(Path.of("/proc/net", kind)) if Files.exists(table)
      line <- Using.resource(Files.lines(table))(_.iterator.asScala.drop(1).takeWhile(_.contains(Listens)).toList)
      field = line.trim.split("\\s+")
    yield field(Inode) -> field(Address)).toMap

  /** How many sockets of a table listen or are connected. */
  def inUse(kind: String): Option[Int] =
    val file = Path.of("/proc/net", if kind == "tcp" then "sockstat" else "sockstat6")
    val line = Try(Using.resource(Files.lines(file))(_.iterator.asScala.find(_.startsWith(s"${kind.toUpperCase}:"))))
    line.toOption.flatten.flatMap(_.split(' ').lift(2)).flatMap(_.toIntOption)

  /** Those of these sockets that a process has. One that ends meanwhile has none. */
  def ofProcess(pid: Long, sockets: Map[String, String]): List[String] =
    val open = Using(Files.list(Path.of(s"/proc/$pid/fd")))(_.iterator.asScala.toList).getOrElse(Nil)
    open.flatMap(file => Try(Files.readSymbolicLink(file).toString).toOption).collect { case s"socket:[$inode]" =>
      inode
    }.flatMap(sockets.get)

  /** What a process was started with; what has ended says nothing. */
  def command(pid: Long): String =
    Try(Files.readString(Path.of(s"/proc/$pid/cmdline")).replace('\u0000', ' ').trim).getOrElse("").take(MostShown)

  /** 127.x.x.x, ::1, and 127.x.x.x as an address of IPv6. */
  private def isLoopback(address: String): Boolean =
    val host = address.takeWhile(_ != ':')
    host == "00000000000000000000000001000000" || (host.endsWith(
      "7F"
    ) && (host.length == 8 || host.startsWith("0000000000000000FFFF0000")))

  private val Address = 1
  private val Inode = 9

  /** The state of a socket; no other column can look like that. */
  private val Listens = " 0A "
  private val MostShown = 300
