package shootout.broker

import java.nio.file.Path
import java.util.concurrent.{Callable, ExecutionException, Executors}

/** Gets several brokers before any of them is needed. */
object Downloads:
  /** Those from Maven all at once, then those from other registries, and beside that what the package manager brings, one by one. The
    * clients of the registries come first.
    *
    * @param watch
    *   is told what happens on either side
    * @return
    *   by name: what cannot be had, and why
    */
  def of(specs: List[BrokerSpec], options: InstallOptions, watch: FetchWatch): Map[String, Unavailable] =
    val packaged = for spec <- specs if spec.home.isEmpty; found <- systemPackage(spec) yield spec -> found
    val (clientless, ready) = specs.filter(spec => spec.home.isEmpty && BrokerLock.concerns(spec))
      .partitionMap(spec => Clients.ensure(spec, options).fold(why => Left(spec.name -> why), _ => Right(spec)))
    val beside = Executors.newSingleThreadExecutor()
    try
      val locating = beside.submit(located(packaged, options, watch))
      val fetched = options.artifacts.fetch(ready, watch)
      (fetched ++ locating.get).collect { case (name, Left(unavailable)) => name -> unavailable } ++ clientless
    catch case e: ExecutionException => throw e.getCause
    finally beside.shutdownNow() // an interrupt ends the package manager too

  private def systemPackage(spec: BrokerSpec): Option[Source.SystemPackage] = spec.source match
    case system: Source.SystemPackage => Some(system)
    case _ => None

  private def located(
      packaged: List[(BrokerSpec, Source.SystemPackage)],
      options: InstallOptions,
      watch: FetchWatch
  ): Callable[Map[String, Either[Unavailable, Path]]] = () =>
    packaged
      .map((spec, source) =>
        spec.name -> SystemPackages.locate(spec.title, source, options.allowSystemPackages, watch.say)
      )
      .toMap
