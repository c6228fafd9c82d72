package shootout.campaign

/** Checks whether this machine has the memory that a run may take. */
object MemoryCheck:
  /** The memory that a load JVM may take, in MiB. A node may take [[BesideHeapMb]] in addition to its heap. */
  private val LoadMb = 2048L
  private val BesideHeapMb = 256L

  /** The memory that a run may take, in MiB: the load JVMs and the largest contender. */
  def budget(prepared: PreparedRun): Long =
    val nodes =
      prepared.catalogue.filter(spec => prepared.settings.brokers.contains(spec.name)).map(_.nodes.size).maxOption
    LoadMb * prepared.settings.generators + nodes.getOrElse(0) * (prepared.settings.heapMb + BesideHeapMb)

  /** Left lists the contenders that would not fit, each with a remedy.
    *
    * @param totalMb
    *   the memory of this machine, which is only read if it matters
    */
  def check(prepared: PreparedRun, totalMb: => Long = ThisMachine.memoryMb): Either[List[String], Unit] =
    val settings = prepared.settings
    val clusters = prepared.catalogue.filter(spec => settings.brokers.contains(spec.name) && spec.nodes.sizeIs > 1)
    lazy val total = totalMb
    val lacking = clusters.flatMap { spec =>
      val needed = LoadMb + spec.nodes.size * (settings.heapMb + BesideHeapMb)
      Option.when(needed > total) {
        s"${spec.name}: ${spec.nodes.size} nodes of ${settings.heapMb} MiB each, with the load, need $needed MiB, and this machine has " +
          s"$total MiB; write a smaller --heap, or other --brokers"
      }
    }
    if lacking.isEmpty then Right(()) else Left(lacking)
