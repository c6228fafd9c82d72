package shootout.result

import shootout.units.{Confirmation, DeliveryOrder, Durability, EpochMillis, Json, Redelivery}

/** The version of this tool that measured.
  *
  * @param gitDirty
  *   true: the working tree had uncommitted changes
  */
case class ToolResult(name: String, version: String, gitCommit: String, gitDirty: Boolean) derives Json.ReadWriter

/** A configuration file as the broker read it. */
case class ConfigurationFile(path: String, text: String) derives Json.ReadWriter

/** A variant of a broker.
  *
  * @param of
  *   the broker's name in the catalogue
  * @param because
  *   what it is there to show
  */
case class VariantResult(of: String, name: String, title: String, because: String) derives Json.ReadWriter

/** The broker as it ran.
  *
  * @param name
  *   its name in the catalogue
  * @param title
  *   its name for people
  * @param durability
  *   where a confirmed persistent message is kept, at least
  * @param managed
  *   false: it already ran (`--url`), so its configuration is unknown
  * @param available
  *   false: it could not be installed or started; `reason` says why, and `remedy` is a command that may help
  * @param reason
  *   why it is not available
  * @param remedy
  *   a command that may help
  * @param logTail
  *   its last log lines, if it did not start
  * @param command
  *   how it was started
  * @param deviations
  *   settings that differ from the broker's defaults, each with the reason
  * @param cannot
  *   what it cannot do over this protocol, in words
  * @param startS
  *   seconds from its start to its first answer
  * @param caution
  *   what readers who choose a broker should know about it, apart from its numbers
  * @param discontinued
  *   true: there will be no other release; null if that is unknown, such as for a broker that already ran
  * @param variant
  *   a named set of changed settings; null: the broker as it is
  * @param nodes
  *   how many servers it consists of; null if that is unknown, such as for a broker that already ran
  */
case class BrokerResult(
    name: String,
    title: String,
    version: String,
    durability: Option[Durability],
    managed: Boolean,
    available: Boolean,
    reason: Option[String],
    remedy: Option[String],
    logTail: List[String],
    command: Option[String],
    configuration: List[ConfigurationFile],
    deviations: List[String],
    cannot: List[String],
    startS: Option[Double],
    caution: Option[String] = None,
    discontinued: Option[Boolean] = None,
    variant: Option[VariantResult] = None,
    nodes: Option[Int] = None
) derives Json.ReadWriter

/** What else used the machine in the second before the run.
  *
  * @param foreignShare
  *   CPU time used by other processes, as a share of all cores, 0 to 1
  * @param stealShare
  *   CPU time that the hypervisor gave to other guests, as a share of all cores, 0 to 1
  * @param otherRuns
  *   how many other runs of this tool there were
  */
case class SurroundingsResult(foreignShare: Double, stealShare: Double, otherRuns: Int) derives Json.ReadWriter

/** The machine of the load generator, and of the broker unless that was remote.
  *
  * @param memoryBytes
  *   the machine's memory
  * @param jvm
  *   the JVM of the load generator
  * @param sharedWithBroker
  *   true: load generator and broker ran on one machine and took CPU time from each other
  * @param surroundings
  *   null if this was not measured
  */
case class Environment(
    host: String,
    os: String,
    kernel: String,
    cpu: String,
    cores: Int,
    memoryBytes: Long,
    disk: String,
    jvm: String,
    sharedWithBroker: Boolean,
    surroundings: Option[SurroundingsResult] = None
) derives Json.ReadWriter

/** The settings of the run.
  *
  * @param heapMb
  *   heap of each JVM broker, in MiB
  * @param seed
  *   the seed of the random order of brokers and repetitions; null if they ran in the given order
  */
case class SettingsResult(
    profile: String,
    repetitions: Int,
    heapMb: Int,
    commandLine: List[String],
    seed: Option[Int] = None
) derives Json.ReadWriter

/** A section of the report. `across`, `down` and `sections` name axes of `axes`, or else of `load`.
  *
  * @param across
  *   the axis of the columns
  * @param down
  *   the axis of the rows
  * @param sections
  *   the axes whose values split the section into blocks
  * @param file
  *   the name of the scenario file that declares the group; null if no file does
  * @param yaml
  *   the content of that file
  */
case class GroupResult(
    name: String,
    title: String,
    about: String,
    across: Option[String],
    down: Option[String],
    sections: List[String],
    file: Option[String] = None,
    yaml: Option[String] = None
) derives Json.ReadWriter

/** What a protocol promises about messages. The audit does not count what the promise allows as a fault.
  *
  * @param order
  *   when messages of one producer keep their order: `producer` (always), `partition` (within a partition) or
  *   `unordered` (never)
  * @param redelivery
  *   when a message may come again: `unacknowledged` (if it was not acknowledged) or `at_least_once` (at any time)
  * @param confirmation
  *   what has a message when its send is confirmed: `broker`, `leader` (one of several nodes) or `replicas`
  */
case class PromiseResult(order: DeliveryOrder, redelivery: Redelivery, confirmation: Confirmation)
    derives Json.ReadWriter

/** A protocol that the broker speaks, even if this run did not use it.
  *
  * @param name
  *   as in `--protocols`
  * @param title
  *   its name for people
  */
case class ProtocolResult(name: String, title: String) derives Json.ReadWriter

/** The content of a result file: everything that one run measured of one broker over one protocol.
  * `docs/reference/result-format.md` describes it.
  *
  * @param startedAtMs
  *   milliseconds since 1970, UTC
  * @param finishedAtMs
  *   milliseconds since 1970, UTC
  * @param complete
  *   false until every planned workload has a result
  * @param protocolTitle
  *   the protocol's name for people, such as `AMQP 1.0`
  * @param api
  *   the programming interface of the driver: `stomp`, `jms` or `queue`
  * @param driverSettings
  *   settings of the client library that differ from its defaults, each with the reason
  * @param protocolOptions
  *   settings of the client library that `broker.yaml` asks for, in addition to the driver's
  * @param protocols
  *   all protocols of this broker that this tool can measure; empty if they are unknown, such as for a broker that
  *   already ran
  */
case class ResultFile(
    format: String,
    formatVersion: Int,
    tool: ToolResult,
    protocol: String,
    driver: String,
    broker: BrokerResult,
    environment: Environment,
    settings: SettingsResult,
    startedAtMs: EpochMillis,
    finishedAtMs: Option[EpochMillis],
    complete: Boolean,
    groups: List[GroupResult],
    workloads: List[WorkloadResult],
    protocolTitle: Option[String] = None,
    api: Option[String] = None,
    driverSettings: List[String] = Nil,
    protocolOptions: Map[String, String] = Map.empty,
    promise: Option[PromiseResult] = None,
    protocols: List[ProtocolResult] = Nil
) derives Json.ReadWriter

object ResultFile:
  val Format = "broker-shootout-result"

  /** Raise it when a reader of the previous version can no longer understand a file. */
  val FormatVersion = 2
