package shootout.calibrate

/** `artemis perf client`, of the broker's own files. */
private[calibrate] object ArtemisTool extends VendorTool:
  private val InFlight = 1000

  /** As our driver has it: without it the library confirms by itself what it has sent. */
  private val Confirmations = "confirmationWindowSize=1048576"

  def broker: String = "artemis"
  def protocol: String = "core"
  def name: String = "artemis perf client"
  def settings: String =
    s"persistent, at most $InFlight unconfirmed ($Confirmations), the receiver called back, acknowledging automatically"
  def ours: VendorLoad = VendorLoad(Some(InFlight), listener = true)
  def onJvm: Boolean = true
  def laidOut: Boolean = false

  /** It takes no variables, but options in a file. */
  private val Secrets = "login.options"

  def processes(order: ToolOrder): List[ToolProcess] =
    val options = List(
      "--url",
      s"tcp://${order.address}?$Confirmations",
      s"@${order.folder.resolve(Secrets)}",
      "--protocol",
      "CORE",
      "--persistent",
      "--message-size",
      order.bytes.toString,
      "--max-pending",
      InFlight.toString,
      "--warmup",
      order.warmUpS.toString,
      "--duration",
      (order.warmUpS + order.seconds).toString,
      "--json",
      order.folder.resolve("rates.json").toString,
      s"queue://${order.queue}"
    )
    val program = order.brokerHome.resolve("bin").resolve("artemis").toString
    val javaHome = List("JAVA_HOME" -> sys.props("java.home"))
    val secret = s"--user ${order.login} --password ${order.passcode}\n"
    List(ToolProcess(
      "perf.log",
      program :: "perf" :: "client" :: options,
      ends = true,
      javaHome,
      Some(Secrets -> secret)
    ))

  def rates(order: ToolOrder, read: String => String): Either[String, ToolRates] =
    val told = intervals(read("rates.json"))
    for
      sent <- VendorTool.last(told.map(_._1), order.seconds, name)
      received <- VendorTool.last(told.map(_._2), order.seconds, name)
    yield ToolRates(sent, received)

  /** Completed and received a second, of each that is no warm-up, in the file that `--json` asks for. */
  def intervals(json: String): List[(Double, Double)] =
    if json.isBlank then Nil
    else
      ujson.read(json).arr.toList.filter(s => s("sampleType").str == "interval" && !s("warmup").bool)
        .map(sample => (sample("completed").num, sample("received").num))
