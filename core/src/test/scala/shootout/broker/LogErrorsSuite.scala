package shootout.broker

class LogErrorsSuite extends munit.FunSuite:
  private def last(log: String): Option[String] = LogErrors.last(log.stripMargin.linesIterator.toList)

  test("the last error of a stack trace is its last cause"):
    val log =
      s"""10:00 WARN Transport failed
        |java.lang.IllegalStateException: outside
        |\tat a.B.c(B.java:1)
        |Caused by: the frame is too large
        |\tat a.B.d(B.java:2)
        |\t... 3 more
        |10:01 INFO fine"""
    assertEquals(last(log), Some("Caused by: the frame is too large"))

  test("the last error is the last line with a word such as FATAL"):
    val log = "2026 [error] <0.1.0> closing connection\n2026 FATAL out of disk\n2026 [info] bye"
    assertEquals(last(log), Some("2026 FATAL out of disk"))
    assertEquals(last("panic: index out of range\n\ngoroutine 1 [running]:"), Some("panic: index out of range"))

  test("a log without errors has no last error"):
    assertEquals(last("started with 0 errors\nfine"), None)
    assertEquals(last(""), None)
