package shootout.broker

class LogErrorsSuite extends munit.FunSuite:
  private def last(log: String): Option[String] = LogErrors.last(log.stripMargin.linesIterator.toList)

  test("the head of a JVM's trace; of several causes the last one"):
    val log =
      s"""10:00 WARN Transport failed
        |java.lang.IllegalStateException: outside
        |\tat a.B.c(B.java:1)
        |Caused by: the frame is too large
        |\tat a.B.d(B.java:2)
        |\t... 3 more
        |10:01 INFO fine"""
    assertEquals(last(log), Some("Caused by: the frame is too large"))

  test("a line with a word of alarm, the last one"):
    assertEquals(
      last("2026 [error] <0.1.0> closing connection\n2026 FATAL out of disk\n2026 [info] bye"),
      Some("2026 FATAL out of disk")
    )
    assertEquals(last("panic: index out of range\n\ngoroutine 1 [running]:"), Some("panic: index out of range"))

  test("nothing to complain of"):
    assertEquals(last("started with 0 errors\nfine"), None)
    assertEquals(last(""), None)
