package shootout.calibrate

/** Kafka's own two. Each is started as its script starts it, and ended when time is over, for they can only be told how many. */
private[calibrate] object KafkaTool extends VendorTool:
  def broker: String = "kafka"
  def protocol: String = "kafka"
  def name: String = "kafka-producer-perf-test and kafka-consumer-perf-test"
  def settings: String =
    "acks=all, one partition, one consumer group; batches and what is in flight as the library has them"
  def ours: VendorLoad = VendorLoad(window = None)
  def onJvm: Boolean = true
  def laidOut: Boolean = true

  /** Those of its scripts. */
  private val flags = List(
    "-Xmx512M",
    "-server",
    "-XX:+UseG1GC",
    "-XX:MaxGCPauseMillis=20",
    "-XX:InitiatingHeapOccupancyPercent=35",
    "-XX:+ExplicitGCInvokesConcurrent"
  )
  private val Endless = Int.MaxValue.toString
  private val EverySecond = List("--reporting-interval", "1000")

  def processes(order: ToolOrder): List[ToolProcess] =
    def tool(name: String) = VendorTool.java(flags, order.files, s"org.apache.kafka.tools.$name")
    val queue = List("--bootstrap-server", order.address, "--topic", order.queue)
    val receiving = List("--group", order.queue, "--num-records", Endless, "--show-detailed-stats") ++ EverySecond
    val sending = List(
      "--num-records",
      Endless,
      "--record-size",
      order.bytes.toString,
      "--throughput",
      "-1",
      "--command-property",
      "acks=all"
    ) ++ EverySecond
    List(
      ToolProcess("consumer.log", tool("ConsumerPerformance") ++ queue ++ receiving, ends = false),
      ToolProcess("producer.log", tool("ProducerPerformance") ++ queue ++ sending, ends = false)
    )

  def rates(order: ToolOrder, read: String => String): Either[String, ToolRates] =
    for
      sent <- VendorTool.last(sent(read("producer.log")), order.seconds, "kafka-producer-perf-test")
      received <- VendorTool.last(received(read("consumer.log")), order.seconds, "kafka-consumer-perf-test")
    yield ToolRates(sent, received)

  /** `26936 records sent, 26855.4 records/sec (2.56 MB/sec), 1131.6 ms avg latency, 1490.0 ms max latency.`; the line for the whole goes on
    * with percentiles.
    */
  private val Window = "\\d+ records sent, ([\\d.]+) records/sec .* max latency\\.".r

  def sent(log: String): List[Double] = log.linesIterator.collect { case Window(rate) => rate.toDouble }.toList

  /** By the names of its head: `time, threadId, data.consumed.in.MB, MB.sec, data.consumed.in.nMsg, nMsg.sec, ...`. */
  def received(log: String): List[Double] =
    val lines = log.linesIterator.map(_.split(",").map(_.trim).toList).toList
    val column = lines.collectFirst { case head if head.contains("nMsg.sec") => head.indexOf("nMsg.sec") }
    column.toList.flatMap(at => lines.flatMap(_.lift(at)).flatMap(_.toDoubleOption))
