package shootout.campaign

import shootout.broker.BrokerSpec
import shootout.result.{BrokerResult, ProtocolResult, VariantResult}

/** Describes a broker in the result file, as far as it is known before the start. */
object BrokerDescription:
  /** The description of a contender's broker while only its name is known. */
  def notYet(prepared: PreparedRun, pair: Pair): BrokerResult =
    prepared.settings.external match
      case Some(external) => unknown(external.name, external.name)
      case None =>
        val spec = prepared.catalogue.find(_.name == pair.broker).get
        unavailable(spec, pair.protocol)

  /** The protocols of a pair's broker, in the order of its file. A comparison may ask for those that this run left out.
    */
  def protocols(prepared: PreparedRun, pair: Pair): List[ProtocolResult] =
    for
      spec <- prepared.catalogue.find(_.name == pair.broker).filter(_ => prepared.settings.external.isEmpty).toList
      protocol <- spec.protocols
      driver <- prepared.drivers.driver(protocol.name)
    yield ProtocolResult(protocol.name, driver.title)

  /** The description of a broker that is not available. */
  def unavailable(spec: BrokerSpec, protocol: String): BrokerResult = unknown(spec.name, spec.title).copy(
    version = spec.version.getOrElse(""),
    durability = Some(spec.durability.is),
    managed = true,
    deviations = (chosen(spec) ++ spec.deviations).map((setting, reason) => s"$setting: $reason"),
    cannot = spec.cannot(protocol).map((capability, reason) => s"${capability.replace('_', ' ')}: $reason"),
    caution = spec.caution,
    discontinued = Some(spec.discontinued),
    variant = spec.variation.map(v => VariantResult(spec.broker, v.name, v.title, v.because)),
    nodes = Some(spec.nodes.size)
  )

  /** What the user chose by naming the contender. */
  private def chosen(spec: BrokerSpec): List[(String, String)] =
    spec.variation.toList.map(v => s"variant ${v.name}" -> v.because) ++
      spec.home.map(folder => s"--home $folder" -> "it was there already; its files were compared with nothing")

  /** The description of a broker that somebody else runs. */
  def external(external: External): BrokerResult = unknown(external.name, external.name).copy(available = true)

  private def unknown(name: String, title: String): BrokerResult = BrokerResult(
    name,
    title,
    version = "",
    durability = None,
    managed = false,
    available = false,
    reason = None,
    remedy = None,
    logTail = Nil,
    command = None,
    configuration = Nil,
    deviations = Nil,
    cannot = Nil,
    startS = None
  )
