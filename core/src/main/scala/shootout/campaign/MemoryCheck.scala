package shootout.campaign

/** Whether this machine has the memory that a run may take. */
object MemoryCheck:
  /** What the JVM of the load may take, and each node in addition to its heap, in MiB. */
  private val LoadMb = 2048L
  private val BesideHeapMb = 256L

  /** What a run may take of the machine's memory, in MiB: that of the load, and of the largest contender. */
  def budget(prepared: PreparedRun): Long =
    val nodes =
      prepared.catalogue.filter(spec => prepared.settings.brokers.contains(spec.name)).map(_.nodes.size).maxOption
    LoadMb * prepared.settings.generators + nodes.getOrElse(0) * (prepared.settings.heapMb + BesideHeapMb)

  /** Left: the contenders that would not fit, each with what to do.
    *
    * @param totalMb
    *   of this machine; asked for only where it matters
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
