package shootout.cli

import picocli.CommandLine.Option as Opt
import shootout.broker.BrokerSpec
import shootout.campaign.{External, ListenAddress, Scheme}
import shootout.driver.{Access, Encryption}
import shootout.units.{orNone, Endpoint, Trust}

import java.net.URI
import java.nio.file.{Files, Path}
import scala.util.Try

/** The options about a broker that already runs, and about logging in to it. [[ExternalReader]] interprets them. */
class RemoteOptions:
  @Opt(
    names = Array("--url"),
    paramLabel = "URL",
    description = Array("Benchmark a broker that already runs, such as stomp://host:61613.")
  )
  var url: String | Null = null

  @Opt(
    names = Array("--yes"),
    description =
      Array("With --url: allow another machine. Without it, the destinations to be created there are printed.")
  )
  var yes: Boolean = false

  @Opt(names = Array("--login"), paramLabel = "NAME", description = Array("With --url: log in with this name."))
  var login: String | Null = null

  @Opt(
    names = Array("--passcode"),
    paramLabel = "TEXT",
    description = Array("With --url: log in with this password, @FILE or env:NAME.")
  )
  var passcode: String | Null = null

  @Opt(
    names = Array("--broker-name"),
    paramLabel = "NAME",
    description = Array("With --url: use this name in the report.")
  )
  var brokerName: String | Null = null

  @Opt(
    names = Array("--dialect"),
    paramLabel = "NAME",
    description =
      Array("With --url: use destination names and headers of this broker in brokers/. Default: --broker-name.")
  )
  var dialect: String | Null = null

  @Opt(
    names = Array("--host"),
    paramLabel = "NAME",
    description = Array(
      "With --url, over stomp, amqp or rabbitmq: use this virtual host. Default: that of --dialect, else the address."
    )
  )
  var host: String | Null = null

  @Opt(
    names = Array("--ca"),
    paramLabel = "FILE",
    description = Array("With stomp+ssl: trust the certificates of this PEM file.")
  )
  var ca: Path | Null = null

  @Opt(
    names = Array("--trust-store"),
    paramLabel = "FILE",
    description = Array("With stomp+ssl: trust the certificates of this Java key store.")
  )
  var trustStore: Path | Null = null

  @Opt(
    names = Array("--trust-store-password"),
    paramLabel = "TEXT",
    defaultValue = "changeit",
    description = Array("Open the key store with this password, @FILE or env:NAME. Default: changeit.")
  )
  var trustStorePassword: String = "changeit"

/** Converts [[RemoteOptions]] to a broker that already runs. */
final private[cli] class ExternalReader(
    options: RemoteOptions,
    catalogue: List[BrokerSpec],
    access: String => Access,
    environment: Map[String, String],
    /** gets everything that is wrong with them */
    report: String => Unit
):
  /** The broker, if the options describe one. */
  def read(): Option[External] =
    if options.url == null then needsUrl()
    options.url.orNone.flatMap(readUrl)

  private def check(condition: Boolean, problem: => String): Unit = if !condition then report(problem)

  private def needsUrl(): Unit =
    val others = List(
      "--login" -> options.login,
      "--passcode" -> options.passcode,
      "--broker-name" -> options.brokerName,
      "--dialect" -> options.dialect,
      "--host" -> options.host,
      "--ca" -> options.ca,
      "--trust-store" -> options.trustStore
    )
    for (name, value) <- others do check(value == null, s"$name goes with --url only")

  private def readUrl(text: String): Option[External] =
    val uri = Try(URI(text)).getOrElse(URI(""))
    val more = List(uri.getUserInfo, uri.getQuery, uri.getFragment, uri.getPath)
    if more.exists(part => part != null && part.nonEmpty) then
      report("--url: write scheme, host and port only; credentials go to --login and --passcode")
      None
    else if uri.getPort > ListenAddress.HighestPort then
      report(s"--url: found port ${uri.getPort}, expected 1 to ${ListenAddress.HighestPort}")
      None
    else if uri.getHost == null || uri.getPort <= 0 || !schemes.contains(uri.getScheme) then
      val meant = likelyScheme(text).fold("")(scheme => s"; did you mean $scheme://?")
      val form = s"scheme://host:port, the scheme any of ${schemes.mkString(", ")}"
      report(s"--url: found '$text', expected $form$meant")
      None
    else Some(external(uri.getScheme, uri.getHost, uri.getPort))

  /** The scheme for a protocol's name, and for ActiveMQ's own addresses. */
  private def likelyScheme(url: String): Option[String] =
    val typed = url.takeWhile(_ != ':')
    val meant = if typed == "tcp" then "openwire" else Scheme.of(typed)
    Option(meant).filter(scheme => scheme != typed && schemes.contains(scheme))

  private def external(scheme: String, host: String, port: Int): External =
    val protocol = Scheme.protocol(scheme)
    val tls = Option.when(Scheme.isTls(scheme))(trusting(protocol))
    if tls.isEmpty then needsTls()
    for why <- access(protocol).noLogin do
      check(options.login == null && options.passcode == null, s"--login, --passcode: $why")
    val dialect = options.dialect.orNone.orElse(options.brokerName.orNone)
    val known = catalogue.filter(_.protocol(protocol).isDefined).map(_.name)
    val written = options.dialect.orNone.fold("--url needs")(d => s"--dialect: found '$d', expected")
    check(
      dialect.exists(known.contains),
      s"$written --dialect NAME, where NAME is the broker that runs there: one of ${known.mkString(", ")}"
    )
    val name = options.brokerName.orNone.getOrElse(s"$host-$port".replaceAll("[^A-Za-z0-9._-]", ""))
    check(
      name.matches("[A-Za-z0-9._-]+"),
      s"--broker-name: found '$name', expected letters, digits, '.', '_' and '-': it is part of a file's name"
    )
    check(
      options.host == null || access(protocol).virtualHosts,
      s"--host: over $protocol there are no virtual hosts; it goes with ${those(_.virtualHosts).sorted.mkString(", ")}"
    )
    val passcode = options.passcode.orNone.flatMap(secret("--passcode", _))
    val endpoint = Endpoint(host, port, options.login.orNone, passcode, tls, options.host.orNone)
    External(endpoint, protocol, name, dialect.getOrElse(""))

  /** The secret as typed, or the value of the environment variable that it names. The scripts put secrets into the
    * environment, because any user can read the arguments of a process.
    */
  private def secret(option: String, typed: String): Option[String] = typed match
    case s"env:$name" =>
      val value = environment.get(name).filter(_.nonEmpty)
      check(value.isDefined, s"$option: the environment has no variable '$name'; export it, or write $option @FILE")
      value
    case _ => Some(typed)

  /** The protocols of the catalogue whose driver has this property. */
  private def those(can: Access => Boolean): List[String] =
    catalogue.flatMap(_.protocols).map(_.name).distinct.filter(protocol => can(access(protocol)))

  private def schemes: List[String] =
    those(_ => true).map(Scheme.of) ++ those(_.encryption != Encryption.Never).map(Scheme.overTls)

  /** How to trust a server over TLS. */
  private def trusting(protocol: String): Trust =
    if access(protocol).encryption == Encryption.ByCertificates then trust
    else
      needsTls()
      Trust.System

  /** Reports certificate options if they have no effect. */
  private def needsTls(): Unit =
    val schemes = those(_.encryption == Encryption.ByCertificates).map(Scheme.overTls(_) + "://").mkString(", ")
    check(options.ca == null && options.trustStore == null, s"--ca and --trust-store go with $schemes only")

  private def trust: Trust =
    for (name, file) <- List("--ca" -> options.ca, "--trust-store" -> options.trustStore); path <- file.orNone do
      check(Files.isReadable(path), s"$name: $path cannot be read")
    check(options.ca == null || options.trustStore == null, "--ca and --trust-store exclude each other")
    val ca = options.ca
    val store = options.trustStore
    if ca != null then Trust.Ca(ca)
    else if store != null then
      Trust.Store(store, secret("--trust-store-password", options.trustStorePassword).getOrElse(""))
    else Trust.System
