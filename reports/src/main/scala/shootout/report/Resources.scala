package shootout.report

import java.nio.charset.StandardCharsets.UTF_8
import scala.util.Using

/** Files that are packaged with the tool. */
object Resources:
  /** The text of a file of the page (`web/...`) or of the documentation (`docs/...`). */
  def text(name: String): String =
    val stream = Option(getClass.getResourceAsStream(s"/shootout/report/$name"))
    Using.resource(stream.getOrElse(throw IllegalStateException(s"$name is not on the class path"))): in =>
      String(in.readAllBytes(), UTF_8)
