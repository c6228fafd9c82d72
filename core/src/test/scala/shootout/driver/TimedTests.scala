package shootout.driver

/** Tests about time, each with several [[Attempts]]. */
trait TimedTests:
  this: munit.FunSuite =>

  protected def timed(name: String)(attempt: => Unit)(using munit.Location): Unit = test(name)(Attempts.until(attempt))
