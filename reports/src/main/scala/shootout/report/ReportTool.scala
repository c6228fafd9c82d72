package shootout.report

import java.io.PrintWriter
import java.util.spi.ToolProvider
import scala.annotation.unused

/** `benchmark-report` for a JVM that runs already: a run draws its page without starting another one. It prints to that JVM's console. */
final class ReportTool extends ToolProvider:
  def name: String = "benchmark-report"

  def run(@unused out: PrintWriter, @unused err: PrintWriter, arguments: String*): Int = Main.run(arguments*)
