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

/** The broker as it ran. */
case class BrokerResult(
    /** its name in the catalogue */
    name: String,
    /** its name for people */
    title: String,
    version: String,
    /** where a confirmed persistent message is kept, at least */
    durability: Option[Durability],
    /** false: it already ran (`--url`), so its configuration is unknown */
    managed: Boolean,
    /** false: it could not be installed or started; `reason` says why, and `remedy` is a command that may help */
    available: Boolean,
    /** why it is not available */
    reason: Option[String],
    /** a command that may help */
    remedy: Option[String],
    /** its last log lines, if it did not start */
    logTail: List[String],
    /** how it was started */
    command: Option[String],
    configuration: List[ConfigurationFile],
    /** settings that differ from the broker's defaults, each with the reason */
    deviations: List[String],
    /** what it cannot do over this protocol, in words */
    cannot: List[String],
    /** seconds from its start to its first answer */
    startS: Option[Double],
    /** what readers who choose a broker should know about it, apart from its numbers */
    caution: Option[String] = None,
    /** true: there will be no other release; null if that is unknown, such as for a broker that already ran */
    discontinued: Option[Boolean] = None,
    /** a named set of changed settings; null: the broker as it is */
    variant: Option[VariantResult] = None,
    /** how many servers it consists of; null if that is unknown, such as for a broker that already ran */
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

/** The machine of the load generator, and of the broker unless that was remote. */
case class Environment(
    host: String,
    os: String,
    kernel: String,
    cpu: String,
    cores: Int,
    /** the machine's memory */
    memoryBytes: Long,
    disk: String,
    /** the JVM of the load generator */
    jvm: String,
    /** true: load generator and broker ran on one machine and took CPU time from each other */
    sharedWithBroker: Boolean,
    /** null if this was not measured */
    surroundings: Option[SurroundingsResult] = None
) derives Json.ReadWriter

/** The settings of the run. */
case class SettingsResult(
    profile: String,
    repetitions: Int,
    /** heap of each JVM broker, in MiB */
    heapMb: Int,
    commandLine: List[String],
    /** the seed of the random order of brokers and repetitions; null if they ran in the given order */
    seed: Option[Int] = None
) derives Json.ReadWriter

/** A section of the report. `across`, `down` and `sections` name axes of `axes`, or else of `load`. */
case class GroupResult(
    name: String,
    title: String,
    about: String,
    /** the axis of the columns */
    across: Option[String],
    /** the axis of the rows */
    down: Option[String],
    /** the axes whose values split the section into blocks */
    sections: List[String],
    /** the name of the scenario file that declares the group; null if no file does */
    file: Option[String] = None,
    /** the content of that file */
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
    /** milliseconds since 1970, UTC */
    startedAtMs: EpochMillis,
    /** milliseconds since 1970, UTC */
    finishedAtMs: Option[EpochMillis],
    /** false until every planned workload has a result */
    complete: Boolean,
    groups: List[GroupResult],
    workloads: List[WorkloadResult],
    /** the protocol's name for people, such as `AMQP 1.0` */
    protocolTitle: Option[String] = None,
    /** the programming interface of the driver: `stomp`, `jms` or `queue` */
    api: Option[String] = None,
    /** settings of the client library that differ from its defaults, each with the reason */
    driverSettings: List[String] = Nil,
    /** settings of the client library that `broker.yaml` asks for, in addition to the driver's */
    protocolOptions: Map[String, String] = Map.empty,
    promise: Option[PromiseResult] = None,
    /** all protocols of this broker that this tool can measure; empty if they are unknown, such as for a broker that
      * already ran
      */
    protocols: List[ProtocolResult] = Nil
) derives Json.ReadWriter

object ResultFile:
  val Format = "broker-shootout-result"

  /** Raise it when a reader of the previous version can no longer understand a file. */
  val FormatVersion = 2
