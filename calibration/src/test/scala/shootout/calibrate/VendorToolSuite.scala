package shootout.calibrate

import shootout.broker.{Catalogue, ToolFile}
import shootout.driver.{ClientLoad, ClientOrder}
import shootout.cli.CommandRunner

import java.nio.file.Path

/** Rates in the output of vendors' tools. The texts are real output, shortened. */
class VendorToolSuite extends munit.FunSuite:
  private val order = ClientOrder("b", "p", "127.0.0.1", 5, "me", "letmein", "q", ClientLoad(100), 1, 2, 1)
  private val call = ToolCall(order, Path.of("files"), Path.of("home"), Path.of("folder"), 1000)
  private def rates(tool: VendorTool, files: (String, String)*) = tool.rates(call, files.toMap.getOrElse(_, ""))

  private val sent =
    """39664 records sent, 39427.4 records/sec (3.76 MB/sec), 1917.2 ms avg latency, 2348.0 ms max latency.
      |56240 records sent, 56240.0 records/sec (5.36 MB/sec), 2793.6 ms avg latency, 3133.0 ms max latency.
      |71336 records sent, 71264.7 records/sec (6.80 MB/sec), 3561.0 ms avg latency, 3927.0 ms max latency.
      |1000000 records sent, 73507.791826 records/sec (7.01 MB/sec), 3286.27 ms avg latency, 5155.00 ms max latency, 3156 ms 50th, 4814 ms 95th, 5116 ms 99th, 5152 ms 99.9th.
      |""".stripMargin
  private val received =
    """time, threadId, data.consumed.in.MB, MB.sec, data.consumed.in.nMsg, nMsg.sec, rebalance.time.ms, fetch.time.ms, fetch.MB.sec, fetch.nMsg.sec
      |2026-11-22 20:28:32:892, 0, 10.9830, 10.9830, 115165, 115165.0000, 533, 467, 23.5182, 246605.9957
      |2026-11-22 20:28:33:895, 0, 84.0089, 72.8075, 880897, 763441.6750, 0, 1003, 72.8075, 763441.6750
      |WARNING: Exiting before consuming the expected number of records: timeout (5000 ms) exceeded.
      |""".stripMargin

  test("Kafka's rates are those of the last seconds"):
    val read = rates(KafkaTool, "producer.log" -> sent, "consumer.log" -> received)
    assertEquals(read, Right(ToolRates((56240.0 + 71264.7) / 2, (115165.0 + 763441.675) / 2)))
    assert(rates(KafkaTool, "producer.log" -> sent).left.exists(_.contains("kafka-consumer-perf-test printed 0 rates")))

  test("artemis perf counts confirmed and received messages without the warm-up"):
    def sample(warmUp: Boolean, completed: Int, received: Int) =
      s"""{"sampleType":"interval","warmup":$warmUp,"sent":3011,"completed":$completed,"received":$received,""" +
        """"sendTime":{"mean":"800.84","50":204,"max":30335,"count":3027}}"""
    val end = """{"sampleType":"summary","result":"success","totalSent":58181,"totalBlocked":0}"""
    val file = List(sample(true, 3013, 2700), sample(false, 7632, 7777), sample(false, 13737, 13781), end)
    val read = rates(ArtemisTool, "rates.json" -> file.mkString("[\n", ",\n", "\n]"))
    assertEquals(read, Right(ToolRates((7632 + 13737) / 2.0, (7777 + 13781) / 2.0)))
    assert(rates(ArtemisTool).isLeft)
    assert(rates(ArtemisTool, "rates.json" -> file.take(2).mkString("[", ",", "]")).isLeft)

  test("PerfTest's rates are weighted by the length of each second"):
    val csv =
      """id,time (s),published (msg/s),returned (msg/s),confirmed (msg/s),nacked (msg/s),received (msg/s),min consumer latency (µs)
        |test-213729-237,7.431,2836,,2580,0,2935,3398
        |test-213729-237,8.063,4120,,4120,0,4755,5368
        |test-213729-237,9.000,17064,,17064,0,17064,2190
        |""".stripMargin
    val (first, second) = (8.063 - 7.431, 9.0 - 8.063)
    def mean(one: Int, other: Int) = (first * one + second * other) / (first + second)
    val read = rates(RabbitTool, "rates.csv" -> csv).fold(fail(_), identity)
    assertEqualsDouble(read.sentPerS, mean(4120, 17064), 1e-6)
    assertEqualsDouble(read.receivedPerS, mean(4755, 17064), 1e-6)
    for wrong <- List(List("rates.csv" -> csv.replace("received", "consumed")), Nil) do
      assert(rates(RabbitTool, wrong*).isLeft)

  test("nats bench prints the rates of the whole run"):
    val producer =
      """#RunID,ClientID,MsgCount,MsgBytes,MsgsPerSec,BytesPerSec,DurationSecs,MinLatencyMicroSecs,AvgLatencyMicroSecs
        |R2TzzlcvPTWB15sRox0tfZ,P0,400000,204800000,63958,65493595.736563,3.127023,2507.701000,7810.778923
        |""".stripMargin
    val consumer =
      """#RunID,ClientID,MsgCount,MsgBytes,MsgsPerSec,BytesPerSec,DurationSecs
        |BbJw9gB5cpaWcXelSfqibH,S0,400800,204800000,55789,57128446.077898,3.584904
        |""".stripMargin
    val read = rates(NatsTool, "producer.csv" -> producer, "consumer.csv" -> consumer)
    assertEquals(read, Right(ToolRates(63958, 55789)))
    assert(rates(NatsTool, "producer.csv" -> producer).left.exists(_.contains("consumer")))

  test("passwords are not passed as arguments"):
    for tool <- List(RabbitTool, NatsTool, ArtemisTool); process <- tool.processes(call) do
      assert(!process.command.exists(_.contains("letmein")), process.command)
      assert((process.environment.map(_._2) ++ process.secret).exists(_.contains("letmein")), process)

  test("each tool has a known broker and protocol, and checksums"):
    val catalogue = Catalogue.read(CommandRunner.home.resolve("brokers")).fold(p => fail(p.toString), identity)
    for tool <- VendorTool.all do
      val spec = catalogue.find(_.name == tool.broker).getOrElse(fail(tool.broker))
      assert(spec.protocol(tool.protocol).isDefined, tool.protocol)
      for own <- ToolFile.read(spec).fold(p => fail(p.toString), identity) if own.source.isFetched do
        assertEquals(own.checksumsShown, s"brokers/${tool.broker}/files-tool.sha256")
        assert(own.checksums.toFile.exists, own.checksums)
