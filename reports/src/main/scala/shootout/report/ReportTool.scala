package shootout.report

import java.io.PrintWriter
import java.util.spi.ToolProvider
import scala.annotation.unused

/** `benchmark-report` within a running JVM, so that a run can draw its page without starting another JVM. It prints to
  * the console of that JVM.
  */
final class ReportTool extends ToolProvider:
  def name: String = "benchmark-report"

  def run(@unused out: PrintWriter, @unused err: PrintWriter, arguments: String*): Int = Main.run(arguments*)
