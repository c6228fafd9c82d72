package shootout.calibrate

import shootout.units.DestinationType

import java.nio.file.{FileSystems, Path, PathMatcher}
import java.util.regex.PatternSyntaxException

/** A load that both sides can make: so many producers and as many consumers on one destination, acknowledging automatically.
  *
  * @param window
  *   messages of a producer that may wait for the broker's confirmation; 0: none is asked for
  * @param listener
  *   consumers are called back with each message, instead of asking for the next one
  * @param clients
  *   producers, and as many consumers
  */
private final case class AgainstLoad(
    name: String,
    bytes: Int,
    persistent: Boolean,
    window: Int,
    listener: Boolean,
    kind: DestinationType = DestinationType.Queue,
    clients: Int = 1
):
  def receiving: String = if listener then "listener" else "receive"

  /** What the clients of a protocol do otherwise than the load says. */
  def differs(protocol: String): String =
    if plainListens(protocol) && !listener then "both are called back, for the library's receive asks for each message"
    else ""

  /** Whether the plain client is called back, whatever the load says. */
  def plainListens(protocol: String): Boolean = listener || protocol == "rabbitmq"

private object AgainstLoad:
  private val small = AgainstLoad("20b_1a_1queue_1", 20, persistent = false, 0, listener = false)
  private val fanOut = small.copy(name = "20b_10a_1topic_10", kind = DestinationType.Topic, clients = 10)
  private val oneByOne = small.copy(name = "20b_1p_1queue_1", persistent = true, window = 1)
  private def stored(window: Int) =
    AgainstLoad(s"1 KiB persistent, window $window", 1024, persistent = true, window, listener = false)

  /** What is asked for, each in the order of preference: the first that a client can do is measured. */
  val all: List[List[AgainstLoad]] =
    List(List(small), List(small.copy(listener = true)), List(fanOut), List(oneByOne), List(stored(1000), stored(1)))

  /** Those whose name one of the globs fits; without globs, all. Left: globs that fit none. */
  def chosen(globs: List[String]): Either[List[String], List[List[AgainstLoad]]] =
    val matchers = globs.map(glob => glob -> matcher(glob))
    def fits(load: AgainstLoad, glob: Option[PathMatcher]) = glob.exists(_.matches(Path.of(load.name)))
    val names = all.flatten.map(_.name).distinct
    val wrong =
      for (text, glob) <- matchers if !all.flatten.exists(fits(_, glob))
      yield s"--loads: found '$text', which fits none of: ${names.mkString("; ")}"
    if wrong.nonEmpty then Left(wrong)
    else
      val left = all.map(_.filter(load => globs.isEmpty || matchers.exists((_, glob) => fits(load, glob))))
      Right(left.filter(_.nonEmpty))

  private def matcher(glob: String): Option[PathMatcher] =
    try Some(FileSystems.getDefault.getPathMatcher(s"glob:$glob"))
    catch case _: PatternSyntaxException => None

/** Our client and a rival, with one broker.
  *
  * @param client
  *   name and version of the library
  * @param rival
  *   [[CalibrateOptions.Plain]] or [[CalibrateOptions.Original]]
  */
private final case class Pairing(
    broker: String,
    protocol: String,
    client: String,
    rival: String = CalibrateOptions.Plain,
    scheduling: Scheduling = Scheduling.One
)
