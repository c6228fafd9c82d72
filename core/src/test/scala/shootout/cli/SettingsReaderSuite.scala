package shootout.cli

import picocli.CommandLine
import shootout.campaign.{Pair, Settings}
import shootout.driver.{Access, Encryption}
import shootout.scenario.{Plan, PlanSettings, Profile, ScenarioFile}
import shootout.units.{Nanos, Trust}

import java.nio.file.{Files, Path}

class SettingsReaderSuite extends munit.FunSuite:
  import CommandLines.{catalogue, home}

  private def read(words: String*): Either[List[String], Settings] = readIn(Map.empty, words*)

  private def readIn(environment: Map[String, String], words: String*): Either[List[String], Settings] =
    val options = Options()
    CommandLine(options).parseArgs(words*)
    SettingsReader(options, home, catalogue, words.toList, environment, access).read()

  /** The answers of drivers that are not part of core. */
  private val access = Map(
    "stomp" -> Access(Encryption.ByCertificates, virtualHosts = true),
    "amqp" -> Access(virtualHosts = true),
    "mongo" -> Access(Encryption.BySystem),
    "sqs" -> Access(Encryption.BySystem, noLogin = Some("leave them out"))
  ).withDefaultValue(Access.plain)

  private def settings(words: String*): Settings =
    read(words*).fold(p => fail(p.mkString("\n")), identity)
  private def problems(words: String*): List[String] =
    read(words*).left.getOrElse(fail("nothing was found wrong"))

  test("by default every broker runs the standard profile once, in a folder of reports"):
    val s = settings()
    assertEquals(s.plan.profile, Profile.Standard)
    assertEquals(s.brokers, catalogue.filter(_.runsIn("standard")).map(_.name))
    assert(s.brokers.size >= 7 && s.brokers.forall(!_.contains('/')), s.brokers)
    assertEquals(settings("--brokers", "openmq/sync").brokers, List("openmq/sync"))
    assertEquals(s.repeat, 1)
    assertEquals(s.out.getParent, home.resolve("reports"))
    assert(!s.continued && !s.dryRun && !s.install)

  test("the help lists brokers, variants and protocols; README lists brokers, docs/brokers.md variants"):
    val (calibrating, others) = catalogue.partition(_.calibration)
    val (variants, brokers) = others.partition(_.onlyByName)
    val names = (brokers ++ variants).map(_.name)
    val help = CommandLine(Options()).getUsageMessage.replaceAll("\\s+", "")
    assert(help.contains(s"Names:${names.mkString(",")}.Variants"), help)
    assert(calibrating.nonEmpty && variants.nonEmpty)
    val protocols = others.flatMap(_.protocolNames).distinct
    assert(help.contains(s"Names:${protocols.mkString(",")}."), help)
    val readme = Files.readString(home.resolve("README.md"))
    assertEquals(brokers.map(_.name).filterNot(name => readme.contains(s"| `$name` |")), Nil)
    val page = Files.readString(home.resolve("docs/brokers.md"))
    assertEquals(variants.map(_.name).filterNot(name => page.contains(s"| `$name` |")), Nil)

  test("help and README state the number of quick workloads"):
    val help = CommandLine(Options()).getUsageMessage.replaceAll("\\s+", " ")
    val shipped = ScenarioFile.read(List(home.resolve("stomp-benchmark/scenarios")))
    val quick = shipped.flatMap(Plan.from(_, PlanSettings(Profile.Quick))).toOption.get.workloads.size
    val word = Map(5 -> "five", 6 -> "six", 7 -> "seven", 8 -> "eight")(quick)
    assert(help.contains(s"quick: $word workloads"), help)
    assert(Files.readString(home.resolve("README.md")).contains(s"$word workloads"))

  test("a profile runs the protocols that the broker's file names; --protocols runs any other"):
    def rabbit(words: String*) =
      settings(words*).pairs.filter(_.broker.startsWith("rabbitmq")).map(p => s"${p.broker} ${p.protocol}")
    def plain(protocols: String*) = protocols.toList.map(p => s"rabbitmq $p")
    assertEquals(rabbit(), plain("stomp", "rabbitmq", "amqp", "stomp_jms"))
    assertEquals(rabbit("--profile", "full"), rabbit())
    assertEquals(rabbit("--profile", "quick"), plain("stomp", "rabbitmq"))
    val variants =
      List("rabbitmq/quorum amqp091", "rabbitmq/mirrored amqp091", "rabbitmq/stream rabbitmq_stream")
    assertEquals(rabbit("--profile", "replicated"), plain("amqp091") ++ variants)
    assertEquals(rabbit("--brokers", "rabbitmq", "--protocols", "amqp091"), plain("amqp091"))
    val unspoken = problems("--brokers", "rabbitmq/quorum", "--protocols", "stomp")
    assertEquals(unspoken, List("--protocols: rabbitmq/quorum speaks amqp091; name any of these"))

  test("--metrics takes a local port or an address"):
    assertEquals(settings().metrics, None)
    assertEquals(settings("--metrics", "9400").metrics.map(_.toString), Some("127.0.0.1:9400"))
    assertEquals(settings("--metrics=0.0.0.0:0").metrics.map(_.toString), Some("0.0.0.0:0"))
    val expected = List("--metrics: found 'loopback', expected a port of 0 to 65535, or HOST:PORT")
    assertEquals(problems("--metrics", "loopback"), expected)

  test("--protocols selects the pairs of brokers and protocols"):
    val all = settings().pairs
    assert(all.contains(Pair("activemq", "stomp")) && all.distinct == all, all)
    assertEquals(settings("--protocols", "stomp").pairs, all.filter(_.protocol == "stomp"))
    assertEquals(settings("--protocols", "stomp", "--brokers", "apollo").pairs, List(Pair("apollo", "stomp")))
    assertEquals(settings("--profile", "quick", "--brokers", "apollo").pairs, List(Pair("apollo", "stomp")))
    assertEquals(settings("--profile", "quick", "--protocols", "openwire", "--brokers", "apollo").pairs.size, 1)
    assert(settings("--brokers", "apollo").pairs.size > 1)
    assert(problems("--protocols", "stmp").head.contains("'stmp'"))
    assert(problems("--protocols", "core", "--brokers", "apollo").head.contains("apollo speaks stomp"))

  test("options have the units that the help names"):
    val s = settings("--warm-up", "0.5", "--sample-interval", "250", "--samples", "7").plan
    assertEquals(s.warmUp, Some(Nanos.ofMillis(500)))
    assertEquals(s.sampleInterval, Some(Nanos.ofMillis(250)))
    assertEquals(s.samples, Some(7))

  test("all problems are reported at once"):
    val found = problems("--samples", "0", "--generators", "0", "--brokers", "apolo", "--login", "me")
    assertEquals(found.size, 4, found)
    assert(found.exists(_ == "--samples: found 0, expected at least 1"), found)
    assert(found.exists(p => p.contains("'apolo'") && p.contains("did you mean 'apollo'?")), found)
    assert(found.exists(_.startsWith("--login goes with --url")), found)

  test("--scenarios may be repeated and must exist"):
    val file = home.resolve("stomp-benchmark/scenarios/3-partitioned.yaml")
    val folder = home.resolve("stomp-benchmark/scenarios")
    assertEquals(settings("--scenarios", file.toString, "--scenarios", folder.toString).scenarios, List(file, folder))
    assert(problems("--scenarios", "/nowhere.yaml").head.contains("/nowhere.yaml"))

  test("--url connects with or without TLS, in a dialect"):
    val plain =
      settings("--url", "stomp://10.0.0.7:61613", "--dialect", "activemq", "--login", "me").external.get
    assertEquals((plain.endpoint.host, plain.endpoint.port, plain.endpoint.login), ("10.0.0.7", 61613, Some("me")))
    assertEquals((plain.endpoint.tls, plain.name), (None, "10.0.0.7-61613"))
    val pem = Files.createTempFile("ca", ".pem")
    val tls =
      settings("--url", "stomp+ssl://b:1", "--broker-name", "activemq", "--ca", pem.toString).external.get
    assertEquals((tls.endpoint.tls, tls.name, tls.dialect), (Some(Trust.Ca(pem)), "activemq", "activemq"))

  test("--url accepts the options that the driver supports"):
    def url(text: String, more: String*) = List("--url", text, "--dialect") ++ more
    val mongo = settings(url("mongo+ssl://x:1", "mongo-java-server")*).external.get
    assertEquals((mongo.protocol, mongo.endpoint.tls), ("mongo", Some(Trust.System)))
    val pem = Files.createTempFile("ca", ".pem").toString
    val ca = problems(url("mongo+ssl://x:1", "mongo-java-server", "--ca", pem)*)
    assertEquals(ca, List("--ca and --trust-store go with stomp+ssl:// only"))
    val login = problems(url("sqs://x:1", "elasticmq", "--login", "me")*)
    assertEquals(login, List("--login, --passcode: leave them out"))
    assert(problems(url("amqp+ssl://x:1", "activemq")*).head.contains("the scheme any of stomp,"))
    val jms = settings(url("stomp-jms://x:1", "activemq")*).external.get
    assertEquals(jms.protocol, "stomp_jms")

  test("--data gets a folder of its own, because its content is deleted"):
    assertEquals(settings("--data", "/opt").data, Path.of("/opt/broker-shootout"))

  test("times and counts above their maximum are refused"):
    assertEquals(problems("--precision", "60"), List("--precision: found 60, expected at most 50"))
    val found = problems("--warm-up", "1e12", "--samples", "1000000", "--sample-interval", "2000000000")
    assertEquals(found.count(_.contains("expected at most")), 3)

  test("--host needs a protocol with virtual hosts"):
    val stomp =
      settings("--url", "stomp://x:1", "--dialect", "activemq", "--host", "/blue").external.get
    assertEquals(stomp.endpoint.virtualHost, Some("/blue"))
    val core = problems("--url", "core://x:1", "--dialect", "artemis", "--host", "h")
    assert(core.head.endsWith("it goes with amqp, stomp"), core)
    assert(problems("--host", "h").head.startsWith("--host goes with --url"))

  private def remote(url: String, more: String*): List[String] =
    problems(List("--url", url, "--dialect", "activemq") ++ more*)

  test("--url refuses invalid URLs and options"):
    val wrong = List(
      "http://x:1" -> "the scheme any of stomp,",
      "stomp://x" -> "expected scheme://host:port",
      "core://x:1" -> "--dialect: found 'activemq'",
      "stomp://x:99999" -> "found port 99999, expected 1 to",
      "tcp://x:1" -> "; did you mean openwire://?",
      "stomp_jms://x:1" -> "; did you mean stomp-jms://?",
      "stomp://me:secret@x:1" -> "--login and --passcode",
      "stomp://x:1/vhost" -> "--login and --passcode",
      "stomp://x:1?a=b" -> "--login and --passcode"
    )
    for (url, words) <- wrong do assert(remote(url).head.contains(words), url)
    assert(problems("--url", "stomp://x:1").head.contains("--url needs --dialect NAME, where"))
    assert(remote("stomp://x:1", "--broker-name", "../x").head.startsWith("--broker-name: found '../x'"))
    assert(problems("--passcode", "secret").head.startsWith("--passcode goes with --url"))
    assert(remote("stomp://x:1", "--brokers", "apollo").head.contains("exclude"))
    assert(remote("stomp://x:1", "--ca", "/nowhere").exists(_.contains("stomp+ssl")))
    assert(remote("stomp+ssl://x:1", "--ca", "/nowhere").head.contains("cannot be read"))

  test("secrets can come from the environment"):
    val variables = Map("PASS" -> "hush", "STORE" -> "hidden", "EMPTY" -> "")
    val store = Files.createTempFile("store", ".p12").toString
    val typed = List("--url", "stomp+ssl://x:1", "--dialect", "activemq", "--trust-store", store)
    val read =
      readIn(variables, (typed ++ List("--passcode=env:PASS", "--trust-store-password", "env:STORE"))*)
    val endpoint = read.fold(p => fail(p.mkString), identity).external.get.endpoint
    assertEquals(endpoint.passcode, Some("hush"))
    assertEquals(endpoint.tls, Some(Trust.Store(Path.of(store), "hidden")))
    assertEquals(settings(typed*).external.get.endpoint.tls, Some(Trust.Store(Path.of(store), "changeit")))
    for name <- List("EMPTY", "OTHER") do
      val found =
        readIn(variables, (typed :+ s"--passcode=env:$name")*).left.getOrElse(fail("it was taken"))
      assertEquals(found.size, 1, found)
      assert(found.head.startsWith(s"--passcode: the environment has no variable '$name'; export it"), found)

  test("secrets are masked in the result"):
    val typed = List("--url", "stomp://x:1", "--passcode", "hush", "--trust-store-password=hush")
    val masked =
      List("--url", "stomp://x:1", "--passcode", "********", "--trust-store-password=********")
    assertEquals(SettingsReader.masked(typed), masked)
