package shootout.result

import shootout.units.{Confirmation, DeliveryOrder, Durability, EpochMillis, Json, Redelivery}

/** What measured.
  *
  * @param gitDirty
  *   true: the working tree had changes that no commit holds
  */
case class ToolResult(name: String, version: String, gitCommit: String, gitDirty: Boolean) derives Json.ReadWriter

/** One configuration file as the broker read it. */
case class ConfigurationFile(path: String, text: String) derives Json.ReadWriter

/** One of the variants of a broker.
  *
  * @param of
  *   the broker's name in the catalogue
  * @param because
  *   what it shows
  */
case class VariantResult(of: String, name: String, title: String, because: String) derives Json.ReadWriter

/** The broker, as it ran.
  *
  * @param name
  *   its name in the catalogue
  * @param title
  *   its name for people
  * @param durability
  *   where an acknowledged persistent message is, at least, when its receipt comes
  * @param managed
  *   false: it already ran (`--url`), and its configuration is not known
  * @param available
  *   false: it could not be had or started; `reason` says why and `remedy` the command that would help
  * @param reason
  *   why it is not available
  * @param remedy
  *   the command that would help
  * @param logTail
  *   its last log lines, when it could not be started
  * @param command
  *   how it was started
  * @param deviations
  *   what is set differently from the broker's defaults, each with its reason
  * @param cannot
  *   what it cannot do, in words
  * @param startS
  *   seconds from its start to its first answer
  * @param caution
  *   what somebody who chooses a broker should know of it beside its numbers
  * @param discontinued
  *   there will be no other release of it; null if nobody said so, as of one that already ran
  * @param variant
  *   a named set of overrides; null: the broker as it is
  * @param nodes
  *   of how many servers it is; null if that is not known, as of one that already ran
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

/** What else went on on the machine just before the run, for a second.
  *
  * @param foreignShare
  *   CPU time used by others, of all cores, 0 to 1
  * @param stealShare
  *   CPU time that the hypervisor gave to others, of all cores, 0 to 1
  * @param otherRuns
  *   runs of this tool
  */
case class SurroundingsResult(foreignShare: Double, stealShare: Double, otherRuns: Int) derives Json.ReadWriter

/** The machine that ran the load (and the broker, unless it was remote).
  *
  * @param memoryBytes
  *   bytes
  * @param jvm
  *   of the load
  * @param sharedWithBroker
  *   true: load and broker took CPU time from each other
  * @param surroundings
  *   null if nobody looked
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

/** How the run was asked for.
  *
  * @param heapMb
  *   heap of each JVM broker, in MiB
  * @param seed
  *   of the random order in which brokers and repetitions ran; null if they ran in the order given
  */
case class SettingsResult(
    profile: String,
    repetitions: Int,
    heapMb: Int,
    commandLine: List[String],
    seed: Option[Int] = None
) derives Json.ReadWriter

/** A section of the report; `across`, `down` and `sections` name axes (of `axes`, or else of `load`).
  *
  * @param across
  *   axis of the columns
  * @param down
  *   axis of the rows
  * @param sections
  *   axes whose values make blocks
  * @param file
  *   name of the scenario file that declares it, and `yaml`, what stands in that; null of workloads that no file
  *   declares
  * @param yaml
  *   what stands in that file
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

/** What is promised of messages over a protocol; what it allows, the audit calls no fault.
  *
  * @param order
  *   messages of one producer keep it: `producer` (always), `partition` (within a partition) or `unordered` (never)
  * @param redelivery
  *   a message may come again: `unacknowledged` (if it was not acknowledged) or `at_least_once` (at any time)
  * @param confirmation
  *   who has a message when its send is confirmed: `broker`, `leader` (one node of several) or `replicas`
  */
case class PromiseResult(order: DeliveryOrder, redelivery: Redelivery, confirmation: Confirmation)
    derives Json.ReadWriter

/** A protocol that the broker speaks, whether the run was over it or not.
  *
  * @param name
  *   as `--protocols` takes it
  * @param title
  *   for people
  */
case class ProtocolResult(name: String, title: String) derives Json.ReadWriter

/** All that one run measured of one broker over one protocol: the content of one file, described in
  * `docs/reference/result-format.md`.
  *
  * @param startedAtMs
  *   milliseconds since 1970, UTC
  * @param finishedAtMs
  *   milliseconds since 1970, UTC
  * @param complete
  *   false until every planned workload has a result
  * @param protocolTitle
  *   the protocol for people: `AMQP 1.0`
  * @param api
  *   the programming interface of the driver: `stomp`, `jms`
  * @param driverSettings
  *   settings of the client library that differ from its defaults, each with the reason
  * @param protocolOptions
  *   settings of the client library that `broker.yaml` asks for, whatever the driver would set
  * @param protocols
  *   all that this broker speaks and this tool can measure; empty if that is not known, as of one that already ran
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

  /** It is raised when a reader of the previous version can no longer understand a file. */
  val FormatVersion = 2
