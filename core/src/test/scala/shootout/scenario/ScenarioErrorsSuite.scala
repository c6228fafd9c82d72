package shootout.scenario

import java.nio.file.Files

/** Refused files: each problem has its line and a fix. */
class ScenarioErrorsSuite extends munit.FunSuite with ScenarioTesting:
  /** A file with the producers in line 5 and the consumers in line 6. */
  private def load(producers: String, consumers: String = "{}", kind: String = "queue", count: String = "1"): String =
    s"""group: mine
       |scenario:
       |  id: mine
       |  destinations: {type: $kind, count: $count}
       |  producers: $producers
       |  consumers: $consumers
       |""".stripMargin

  private def producers(settings: String, words: String)(using munit.Location): Unit =
    refuses(s"producers: $settings", load(settings), 5 -> words)

  private def consumers(settings: String, words: String)(using munit.Location): Unit =
    refuses(s"consumers: $settings", load("{size: 20 B}", settings), 6 -> words)

  test("accepts the file that the others change"):
    assertEquals(problems(load("{size: 20 B}")), Nil)

  producers("[{name: a, size: 20 B, count: 65536}, {name: b, size: 20 B}]", "65537 producers, over all groups")
  producers("[{name: a, size: 20 B, rate: 10/s}, {name: b, size: 20 B}]", "write a rate for all producers or for none")
  producers("[{name: a, size: 20 B}, {name: a, size: 20 B}]", "two groups of producers are called 'a'")
  producers("{count: 1}", s"'size' is missing; expected ${DistributionReader.size.expected}")
  producers("{size: 20 B, count: 0}", "nothing sends a message; write producers, with a count of at least 1")
  producers("{size: 0 B}", "found '0 B', but the smallest message is 1 B")
  producers("{size: 20.5 B}", "found '20.5 B', but a size is a whole number of bytes")
  producers("{size: 1 KB}", "found '1 KB', expected a number and a unit (B, kB, MB, GB, KiB, MiB, GiB), as 1 KiB")
  producers("{size: {uniform: [10 B, 30 B]}}", "sizes that vary begin at 20 B, for the stamp in the body")
  producers("{size: {normal: {mean: 1 KiB, stdev: -5 B}}}", "found '-5 B', but nothing here is below 0")
  producers("{size: 1 KiB, content: price_update}", "a price update takes 44 B; write that, or no size")
  producers("{size: 20 B, message: externalizable}", "add content: price_update, or write message: object")
  producers("{size: 20 B, transaction: 10}", "write mode: sync, or add confirm: receipt and window: 1")
  producers("{size: 20 B, rollback_every: 2}", "only transactions are rolled back; write transaction:")
  producers("{size: 20 B, reply_queue: temporary}", "write requests: true, or no reply_queue")
  producers("{size: 20 B, requests: true, window: unbounded}", "unanswered requests would pile up without limit")
  producers("{size: 20 B, mode: sync, window: 9}", "mode already says persistent, confirm and window")
  producers("{size: 20 B, confirm: none, window: 9}", "write confirm: receipt or window: unbounded")
  producers("{size: 20 B, confirm: receipt, window: 0}", "expected a number of messages of at least 1, or unbounded")
  producers("{size: 20 B, rate: 0/s}", "at 0/s nothing would ever be sent; write a rate above 0/s")
  producers("{size: 20 B, rate: 9/s, think: 1 s}", "write either rate or think")
  producers("{size: 20 B, rate: 9/s, mode: sync}", "write persistent and confirm in place of mode")
  producers("{size: 20 B, ramp: 0/s}", "found '0/s', but at that rate nothing would ever happen")
  producers("{size: 20 B, moed: sync}", "unknown key 'moed'; did you mean 'mode'? (allowed: ")
  consumers("{transaction: 10, ack: client}", "write either transaction or ack")
  consumers("{transaction: 10, replies: true}", "the next request may wait for it; write ack_every: 1")
  consumers("{ack: client, ack_every: 1000, prefetch: 100}", "write an ack_every of at most 100")
  consumers("{ack_every: 10}", "write ack: client or transacted, or no ack_every")
  consumers("{ack: individual, ack_every: 10}", "write ack: client to acknowledge every 10")
  consumers("{durable: true}", "write type: topic, or no durable or shared")
  consumers("{replies: true}", "write requests: true for all producers, or no replies")

  test("refuses settings that contradict another part of the file"):
    says(load("{size: 20 B, requests: true}"), 6 -> "write replies: true for all consumers")
    says(load("{size: 20 B, requests: true}", "{replies: true}", kind = "topic"), 5 -> "requests need a queue")
    says(load("{size: 20 B, message_groups: 3}", kind = "topic"), 5 -> "write type: queue, or no message_groups")
    says(load("{size: 20 B, count: 2}", count = "3"), 5 -> "2 producers cannot send to 3 destinations")
    says("matrix: {}\n" + load("{size: 20 B}"), 1 -> "the matrix has no axes; write at least one")

  test("refuses invalid YAML"):
    assert(problems("group: \u0001").head.contains("not YAML"))
    assert(problems("group: &a [*a]").exists(_.contains("an alias is inside what it names")))
    val unclosed = "group: mine\nscenario:\n  destinations: {type: queue\n  producers: {size: 20 B}\n"
    assert(problems(unclosed).head.contains("began at 3:17"), problems(unclosed))

  test("refuses a matrix that is too large"):
    def file(axes: String, header: String) =
      load(s"{size: 20 B, headers: {h: $header}}").replace("scenario:", s"matrix: {$axes}\nscenario:")
    def refused(text: String, words: String)(using munit.Location): Unit =
      val found = problems(text)
      assert(found.exists(_.contains(words)), found.map(_.take(200)))
    val axes = (1 to 64).map(n => s"a$n: [1, 2]").mkString(", ")
    refused(file(axes, "x"), "the matrix has more than 10000 combinations")
    refused(file(s"a: [${"x" * 201}]", "$a"), "write a value of at most 200 characters")
    refused(file(s"a: [${"x" * 200}]", "$a" * 4000), "a text of more than 10000 characters")
    assertEquals(problems(file(s"a: [${"x" * 200}]", "$a" * 40)), Nil)

  test("all problems are reported, each with its line"):
    val text =
      load("{size: 0 B, mode: asinc}", "{ack: client, ack_every: 9, prefetch: 8, durble: true}", kind = "quue")
    val found = problems(text.replace("id: mine", "warm_up: 3"))
    assertEquals(found.map(_.takeWhile(_ != ':')), List("3", "4", "5", "5", "6", "6"))
    assert(found(2).contains("found '0 B'") && found(3).contains("one of async, sync"), found.toString)

  test("problems of several files are reported with their files"):
    val folder = Files.createTempDirectory("scenarios")
    Files.writeString(folder.resolve("b.yaml"), load("{size: 0 B}"))
    Files.writeString(folder.resolve("a.yaml"), "group: a\ngroup: b\n")
    Files.writeString(folder.resolve("c.yaml"), "")
    val found = ScenarioFile.read(List(folder, folder.resolve("none.yaml"))).left.toOption.get
    val places =
      found.map(p => s"${folder.relativize(java.nio.file.Path.of(p.place.file))}:${p.place.line}")
    assertEquals(places, List("a.yaml:2", "b.yaml:5", "c.yaml:1", "none.yaml:1"))

  test("refuses an empty folder and a group in two files"):
    val folder = Files.createTempDirectory("scenarios")
    def messages = ScenarioFile.read(List(folder)).left.toOption.get.map(_.message)
    assertEquals(messages, List("the folder has no .yaml files"))
    for name <- List("a", "b") do Files.writeString(folder.resolve(s"$name.yaml"), load("{size: 20 B}"))
    assertEquals(messages, List(s"group 'mine' is also in $folder/a.yaml; give it a name of its own"))

  private def crash(kind: String, producers: String, consumers: String): String =
    load(producers, consumers, kind).replace("  id: mine", "  crash: true")

  private val confirmed = "{size: 20 B, persistent: true, confirm: receipt, window: 9}"

  test("accepts a crash and adds it to the id"):
    val workload = workloads(crash("queue", confirmed, "{ack: client}")).head
    assertEquals((workload.id, workload.crash), ("20b_1p_1queue_1_w9_ack1_crash", true))

  refuses(
    "a crash of unconfirmed or unacknowledged messages",
    crash("topic", "{size: 20 B, persistent: true}", "{}"),
    3 -> "write type: queue",
    5 -> "write persistent: true and confirm: receipt",
    6 -> "write ack: client"
  )
  refuses(
    "a crash of phases",
    s"group: g\nscenario:\n  crash: true\n  destinations: {type: queue}\n  phases:\n  - {name: a, producers: $confirmed}\n" +
      "  - {name: b, consumers: {}}\n",
    3 -> "a crash ends a load; write it without phases"
  )
