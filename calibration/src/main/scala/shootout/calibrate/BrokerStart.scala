package shootout.calibrate

import shootout.broker.{Broker, RunningBroker, StartFailure, StartOptions}
import shootout.driver.{DestinationName, Handshake, Protocol}
import shootout.units.{DestinationType, Endpoint, Nanos}

import java.nio.file.Path

/** Starts a broker for a comparison. */
private object BrokerStart:
  private val Probe = DestinationName(DestinationType.Queue, "against_ready")

  /** As for benchmarks. */
  private val HeapMb = 1024

  /** @param queues
    *   that will be used; `topics` alike
    */
  def start(
      broker: Broker,
      protocol: Protocol,
      name: String,
      folder: Path,
      queues: List[String],
      topics: List[String] = Nil
  ): Either[StartFailure, RunningBroker] =
    val ready = (endpoint: Endpoint) =>
      Handshake.attempt(protocol.open(endpoint), Nanos.ofSeconds(3), Some(Probe)).isRight
    broker.start(StartOptions(name, HeapMb, folder, Probe.name :: queues, topics), ready)
