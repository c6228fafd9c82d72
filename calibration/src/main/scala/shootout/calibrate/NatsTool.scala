package shootout.calibrate

/** `nats bench js`: a process that sends, and one that receives. It is told how many messages, and tells the rate of all of them. */
private[calibrate] object NatsTool extends VendorTool:
  private val Batch = 500

  def broker: String = "nats"
  def protocol: String = "nats"
  def name: String = "nats bench js"
  def settings: String =
    s"a work queue in a file, at most $Batch unconfirmed, at most $Batch buffered by the receiver, each acknowledged by itself"
  def ours: VendorLoad = VendorLoad(Some(Batch), batch = Some(Batch))
  def onJvm: Boolean = false
  def laidOut: Boolean = true

  def processes(order: ToolOrder): List[ToolProcess] =
    val program = order.files.resolve("nats").toString
    val secrets = List(
      "NATS_URL" -> s"nats://${order.address}",
      "NATS_USER" -> order.login,
      "NATS_PASSWORD" -> order.passcode
    )
    def bench(log: String, what: List[String]) =
      val queue = List("--stream", order.queue, "--size", order.bytes.toString, "--batch", Batch.toString)
      val many = List("--msgs", order.messages.toString, "--no-progress", "--csv", file(order, log))
      ToolProcess(s"$log.log", program :: "bench" :: "js" :: what ++ queue ++ many, ends = true, secrets)
    List(bench("consumer", List("consume")), bench("producer", List("pub", "async", order.queue)))

  private def file(order: ToolOrder, log: String): String = order.folder.resolve(s"$log.csv").toString

  def rates(order: ToolOrder, read: String => String): Either[String, ToolRates] =
    for
      sent <- rate(read("producer.csv")).toRight(untold("sender"))
      received <- rate(read("consumer.csv")).toRight(untold("receiver"))
    yield ToolRates(sent, received)

  private def untold(whose: String): String = s"the $whose of $name told no rate; look at what it printed"

  /** Of the file that `--csv` asks for: a head, and a line for each client, with `MsgsPerSec`. */
  def rate(csv: String): Option[Double] =
    val lines = csv.linesIterator.map(_.split(",").map(_.trim).toList).toList
    val at = lines.headOption.map(_.indexOf("MsgsPerSec")).filter(_ >= 0)
    val rates = at.toList.flatMap(i => lines.drop(1).flatMap(_.lift(i)).flatMap(_.toDoubleOption))
    Option.when(rates.nonEmpty)(rates.sum)
