package shootout.terminal

import picocli.CommandLine.Option as Opt

import java.nio.file.Path

/** Those options that say where a broker runs already, and how to be let in; [[ExternalReader]] makes sense of them. */
class RemoteOptions:
  @Opt(
    names = Array("--url"),
    paramLabel = "URL",
    description = Array("Benchmark a broker that already runs: stomp://host:port, stomp+ssl://, amqp://, ...")
  )
  var url: String | Null = null

  @Opt(
    names = Array("--yes"),
    description = Array("With --url: another machine may be used; without it, you are told what would be made there.")
  )
  var yes: Boolean = false

  @Opt(names = Array("--login"), paramLabel = "NAME", description = Array("With --url: log in as."))
  var login: String | Null = null

  @Opt(names = Array("--passcode"), paramLabel = "TEXT", description = Array("With --url: password, @FILE or env:NAME"))
  var passcode: String | Null = null

  @Opt(names = Array("--broker-name"), paramLabel = "NAME", description = Array("With --url: name in the report."))
  var brokerName: String | Null = null

  @Opt(
    names = Array("--dialect"),
    paramLabel = "NAME",
    description = Array("With --url: speak as to this broker of brokers/. Default: --broker-name.")
  )
  var dialect: String | Null = null

  @Opt(
    names = Array("--host"),
    paramLabel = "NAME",
    description =
      Array("With --url, for stomp, amqp, rabbitmq: the virtual host. Default: that of --dialect, else the address.")
  )
  var host: String | Null = null

  @Opt(
    names = Array("--ca"),
    paramLabel = "FILE",
    description = Array("With stomp+ssl: trust this PEM file's certificates.")
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
    description = Array("Password, @FILE or env:NAME. Default: changeit, as Java's own.")
  )
  var trustStorePassword: String = "changeit"
