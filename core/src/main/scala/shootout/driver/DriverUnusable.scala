package shootout.driver

import java.util.ServiceConfigurationError

/** A class of a driver, or of its library, cannot be loaded, so nothing comes of waiting for the broker. */
final class DriverUnusable(cause: Throwable) extends RuntimeException(DriverUnusable.words(cause), cause)

object DriverUnusable:
  val Remedy = "remove the folder target/app and start again: the tool is built anew then, with all its libraries"
  private val Uninitialised = "Could not initialize class "

  /** A failure and what brought it about. */
  def causes(failure: Throwable): Iterator[Throwable] = Iterator.iterate(failure)(_.getCause).takeWhile(_ != null)

  /** What says so of a failure; none: it is of another kind. */
  def of(failure: Throwable): Option[DriverUnusable] =
    causes(failure).collectFirst { case _: (LinkageError | ServiceConfigurationError) => DriverUnusable(failure) }

  private def words(failure: Throwable): String =
    val all = causes(failure).toList
    val said = all.collectFirst {
      case e: NoClassDefFoundError if e.getMessage != null && !e.getMessage.startsWith(Uninitialised) =>
        s"the class ${e.getMessage.replace('/', '.')} is missing"
      case e: ExceptionInInitializerError if e.getCause == null => s"a class could not be initialised: ${e.getMessage}"
      case e: IncompatibleClassChangeError => s"a library is there in another version: ${e.getMessage}"
    }
    s"the driver cannot be loaded: ${said.getOrElse(all.last.toString)}"
