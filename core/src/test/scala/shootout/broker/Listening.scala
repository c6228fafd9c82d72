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

  /** Of all processes of this machine: addresses that others reach, by the inode of the socket. */
  def openForOthers: Map[String, String] = listening.filterNot((_, address) => isLoopback(address))

  /** Of sockets that listen, inode and address. The system has them first, before those that are connected, of which there may be many. */
  private def listening: Map[String, String] =
    (for
      table <- List("tcp", "tcp6").map(Path.of("/proc/net", _)) if Files.exists(table)
      line <- Using.resource(Files.lines(table))(_.iterator.asScala.drop(1).takeWhile(_.contains(Listens)).toList)
      field = line.trim.split("\\s+")
    yield field(Inode) -> field(Address)).toMap

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
