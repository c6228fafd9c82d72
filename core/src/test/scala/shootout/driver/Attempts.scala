package shootout.driver

/** For tests about time. A pause of the machine can spoil one attempt, and hardly several in a row; what is wrong in the code
  * spoils each of them.
  */
object Attempts:
  private val Most = 4

  /** @throws AssertionError
    *   that of the last attempt, if none went well
    */
  def until[A](well: => A): A = left(Most, well)

  @annotation.tailrec
  private def left[A](attempts: Int, well: => A): A =
    val made =
      try Right(well)
      catch case e: AssertionError => Left(e)
    made match
      case Right(value) => value
      case Left(e) if attempts == 1 => throw e
      case Left(e) =>
        println(s"tried again, as the machine may have paused: ${e.getMessage}")
        left(attempts - 1, well)
