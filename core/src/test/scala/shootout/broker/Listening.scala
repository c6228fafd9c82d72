package shootout.broker

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.{Try, Using}

/** The addresses on which processes listen, on Linux; none on other systems. */
object Listening:
  /** Addresses that other machines reach, in the hexadecimal of /proc: `00000000:F0AD` is port 61613 of all. */
  def forOthers(pids: Iterable[Long]): List[String] = addresses(pids).filterNot(isLoopback).sorted

  def addresses(pids: Iterable[Long]): List[String] =
    val open = listening
    pids.toList.distinct.flatMap(ofProcess(_, open)).distinct

  def openForOthers(sockets: Map[String, String]): Map[String, String] =
    sockets.filterNot((_, address) => isLoopback(address))

  val kinds: List[String] = List("tcp", "tcp6")

  private def listening: Map[String, String] = kinds.flatMap(listening).toMap

  /** The listening sockets of all processes, address by inode. The table lists them before the many connected ones. */
  def listening(kind: String): Map[String, String] =
    (for
      table <- List(Path.of("/proc/net", kind)) if Files.exists(table)
      line <- Using.resource(Files.lines(table))(_.iterator.asScala.drop(1).takeWhile(_.contains(Listens)).toList)
      field = line.trim.split("\\s+")
    yield field(Inode) -> field(Address)).toMap

  /** The number of sockets in a table that listen or are connected. */
  def inUse(kind: String): Option[Int] =
    val file = Path.of("/proc/net", if kind == "tcp" then "sockstat" else "sockstat6")
    val line =
      Try(Using.resource(Files.lines(file))(_.iterator.asScala.find(_.startsWith(s"${kind.toUpperCase}:"))))
    line.toOption.flatten.flatMap(_.split(' ').lift(2)).flatMap(_.toIntOption)

  def ofProcess(pid: Long, sockets: Map[String, String]): List[String] =
    val open = Using(Files.list(Path.of(s"/proc/$pid/fd")))(_.iterator.asScala.toList).getOrElse(Nil)
    open.flatMap(file => Try(Files.readSymbolicLink(file).toString).toOption).collect { case s"socket:[$inode]" =>
      inode
    }.flatMap(sockets.get)

  def command(pid: Long): String =
    Try(Files.readString(Path.of(s"/proc/$pid/cmdline")).replace('\u0000', ' ').trim).getOrElse("").take(MostShown)

  /** 127.x.x.x, ::1, and 127.x.x.x mapped to IPv6. */
  private def isLoopback(address: String): Boolean =
    val host = address.takeWhile(_ != ':')
    val isShort = host.length == 8 || host.startsWith("0000000000000000FFFF0000")
    host == "00000000000000000000000001000000" || isShort && host.endsWith("7F")

  private val Address = 1
  private val Inode = 9

  /** The state of a listening socket; no other column has this form. */
  private val Listens = " 0A "
  private val MostShown = 300
