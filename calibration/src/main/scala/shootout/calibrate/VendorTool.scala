package shootout.calibrate

import shootout.units.Endpoint

import java.nio.file.Path

/** What the tool of a broker's makers is asked to do: one sender and one receiver on a queue, at once.
  *
  * @param files
  *   where the tool's own files are
  * @param brokerHome
  *   of the broker that runs
  * @param folder
  *   for what it writes; of this measurement alone
  * @param messages
  *   for a tool that can only be told how many
  */
private[calibrate] final case class ToolOrder(
    files: Path,
    brokerHome: Path,
    folder: Path,
    endpoint: Endpoint,
    queue: String,
    bytes: Int,
    warmUpS: Int,
    seconds: Int,
    messages: Long
):
  def address: String = s"${endpoint.host}:${endpoint.port}"
  def login: String = endpoint.login.getOrElse("")
  def passcode: String = endpoint.passcode.getOrElse("")

/** A process of a tool.
  *
  * @param log
  *   what it prints goes to a file of this name
  * @param ends
  *   by itself; if not, it is ended after warm-up and measurement
  * @param environment
  *   secrets among it, which would be in the process list otherwise
  * @param secret
  *   name and content of a file that it reads, and that nobody else may
  */
private[calibrate] final case class ToolProcess(
    log: String,
    command: List[String],
    ends: Boolean,
    environment: List[(String, String)] = Nil,
    secret: Option[(String, String)] = None
)

/** Messages a second. */
private[calibrate] final case class ToolRates(sentPerS: Double, receivedPerS: Double)

/** The performance tool of a broker's makers, and what our clients do like it. */
private[calibrate] trait VendorTool:
  /** In the catalogue. Its `tool.yaml` says how to get the tool; without one, it is among the broker's own files. */
  def broker: String
  def protocol: String
  def name: String

  /** What both sides do, for the table and the file. */
  def settings: String

  /** Our side of it. */
  def ours: VendorLoad

  /** It runs on a JVM, which is a new one for each measurement; ours is then too. */
  def onJvm: Boolean

  /** The queue is to be laid out for it, and removed. */
  def laidOut: Boolean

  /** The receiver first. */
  def processes(order: ToolOrder): List[ToolProcess]

  /** @param read
    *   the content of a file of the order's folder; empty: there is none
    * @return
    *   what was measured after the warm-up, or what is wrong with what the tool said
    */
  def rates(order: ToolOrder, read: String => String): Either[String, ToolRates]

/** What our clients do to be like a tool.
  *
  * @param window
  *   messages in flight without a confirmation; none: as many as the library lets go
  * @param listener
  *   the receiver is called back
  * @param ackEvery
  *   messages; 0: automatically
  * @param prefetch
  *   none: as the library has it
  * @param batch
  *   messages that are taken in one call; none: as the library has it
  */
private[calibrate] final case class VendorLoad(
    window: Option[Int],
    listener: Boolean = false,
    ackEvery: Int = 0,
    prefetch: Option[Int] = None,
    batch: Option[Int] = None
)

private[calibrate] object VendorTool:
  val all: List[VendorTool] = List(KafkaTool, RabbitTool, ArtemisTool, NatsTool)

  /** Java as the scripts of these tools start it.
    *
    * @param jars
    *   the folder
    */
  def java(flags: List[String], jars: Path, main: String): List[String] =
    Path.of(sys.props("java.home"), "bin", "java").toString :: flags ++ List("-cp", s"$jars/*", main)

  /** The mean over the last seconds of what a tool prints each second: what stands before is warm-up. */
  def last(perSecond: List[Double], seconds: Int, whose: String): Either[String, Double] =
    lastOf(perSecond.map(1.0 -> _), seconds, whose)

  /** The same of one that also tells how long each of its seconds was. */
  def lastOf(timed: List[(Double, Double)], seconds: Int, whose: String): Either[String, Double] =
    if timed.sizeIs < seconds then
      Left(s"$whose told ${timed.size} rates, and $seconds s were to be measured; look at what it printed")
    else
      val measured = timed.takeRight(seconds)
      Right(measured.map((length, rate) => length * rate).sum / measured.map(_._1).sum)
