package shootout.stomp

import java.nio.charset.StandardCharsets.UTF_8

/** Builds the bytes of STOMP frames, outside the hot path. */
object Frame:
  /** @param escape
    *   CONNECT is never escaped, and nothing is under STOMP 1.0
    */
  def bytes(command: String, headers: Headers, escape: Version): Array[Byte] =
    head(command, headers, escape) :+ 0.toByte

  /** Command, headers and the empty line, up to where the body begins. */
  def head(command: String, headers: Headers, escape: Version): Array[Byte] =
    val plain = command == "CONNECT" || escape == Version.V10
    val lines = headers.map((name, value) =>
      if plain then oneLine(name, value) else s"${escaped(name, escape)}:${escaped(value, escape)}"
    )
    (command :: lines).mkString("", "\n", "\n\n").getBytes(UTF_8)

  /** STOMP 1.1 and 1.2, "Value Encoding"; 1.1 knows no escape for a carriage return. */
  def escaped(text: String, version: Version): String =
    val common = text.replace("\\", "\\\\").replace("\n", "\\n").replace(":", "\\c")
    if version == Version.V12 then common.replace("\r", "\\r") else common

  /** The reverse; an unknown escape is left as it is, for it is only shown. */
  def unescaped(text: String): String =
    val out = StringBuilder()
    var i = 0
    while i < text.length do
      val c = text.charAt(i)
      val next = if c == '\\' && i + 1 < text.length then text.charAt(i + 1) else 0.toChar
      next match
        case 'n' => out += '\n'
        case 'c' => out += ':'
        case 'r' => out += '\r'
        case '\\' => out += '\\'
        case _ => out += c
      i += (if next == 'n' || next == 'c' || next == 'r' || next == '\\' then 2 else 1)
    out.toString

  /** Command and headers of a frame's head; of a repeated header the first counts. */
  def parsed(head: String): (String, Map[String, String]) =
    val lines = head.linesIterator.toList
    val headers = lines.tail.filter(_.contains(':')).map { line =>
      val colon = line.indexOf(':')
      unescaped(line.take(colon)) -> unescaped(line.drop(colon + 1))
    }
    lines.head -> headers.reverse.toMap

  /** The value may be a passcode and is not shown. */
  private def oneLine(name: String, value: String): String =
    require(!s"$name$value".contains('\n'), s"CONNECT and STOMP 1.0 cannot carry a line break in header '$name'")
    s"$name:$value"
