package shootout.calibrate

/** PerfTest. */
private[calibrate] object RabbitTool extends VendorTool:
  private val InFlight = 1000
  private val Ahead = 1000
  private val AckEvery = 100

  def broker: String = "rabbitmq"
  def protocol: String = "amqp091"
  def name: String = "PerfTest"
  def settings: String =
    s"a durable classic queue, persistent, at most $InFlight unconfirmed, prefetch $Ahead, every $AckEvery acknowledged together"
  def ours: VendorLoad = VendorLoad(Some(InFlight), ackEvery = AckEvery, prefetch = Some(Ahead))
  def onJvm: Boolean = true
  def laidOut: Boolean = false

  /** It takes every option as a variable too. */
  def processes(order: ToolOrder): List[ToolProcess] =
    val options = List(
      "--producers",
      "1",
      "--consumers",
      "1",
      "--queue",
      order.queue,
      // the broker is told of all queues when it starts
      "--predeclared",
      "--flag",
      "persistent",
      "--size",
      order.bytes.toString,
      "--confirm",
      InFlight.toString,
      "--qos",
      Ahead.toString,
      "--multi-ack-every",
      AckEvery.toString,
      "--interval",
      "1",
      "--time",
      (order.warmUpS + order.seconds).toString,
      "--output-file",
      order.folder.resolve("rates.csv").toString
    )
    val command = VendorTool.java(Nil, order.files, "com.rabbitmq.perf.PerfTest") ++ options
    val uri = s"amqp://${order.login}:${order.passcode}@${order.address}"
    List(ToolProcess("perf-test.log", command, ends = true, List("URI" -> uri)))

  def rates(order: ToolOrder, read: String => String): Either[String, ToolRates] =
    val csv = read("rates.csv")
    for
      sent <- VendorTool.lastOf(column(csv, "published (msg/s)"), order.seconds, name)
      received <- VendorTool.lastOf(column(csv, "received (msg/s)"), order.seconds, name)
    yield ToolRates(sent, received)

  /** Of the file that `--output-file` asks for: a head, and a line for each second, which is longer or shorter on a busy machine.
    *
    * @return
    *   the seconds of each line, and its rate in the column of this title
    */
  def column(csv: String, title: String): List[(Double, Double)] =
    val lines = csv.linesIterator.map(_.split(",").map(_.trim).toList).toList
    val head = lines.headOption.getOrElse(Nil)
    val (time, at) = (head.indexOf("time (s)"), head.indexOf(title))
    if time < 0 || at < 0 then Nil
    else
      val told =
        for
          line <- lines.drop(1); until <- line.lift(time).flatMap(_.toDoubleOption);
          rate <- line.lift(at).flatMap(_.toDoubleOption)
        yield until -> rate
      (0.0 :: told.map(_._1)).zip(told).map { case (from, (until, rate)) => (until - from, rate) }
