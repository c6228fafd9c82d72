package shootout.broker

/** A file that Maven has put into its local repository, or the client of another registry into a folder.
  *
  * @param name
  *   its path there, as it stands in `files.sha256`
  */
private[broker] final case class FetchedFile(name: String, path: java.nio.file.Path)

/** Compares what was fetched with what the project knows of it. */
private[broker] object Verification:
  private val shown = 3

  /** Refuses a wrong byte, a file without a line and a line without a file.
    *
    * @param kept
    *   a file stays where it is, and would be taken from there the next time
    */
  def check(
      spec: BrokerSpec,
      known: Checksums,
      files: List[FetchedFile],
      kept: Boolean = true
  ): Either[Unavailable, List[FetchedFile]] =
    val found = Checksums.of(files)
    val wrong = files.flatMap { file =>
      known.sums.get(file.name).filter(_ != found.sums(file.name)).map { expected =>
        val list = spec.checksumsShown
        file -> s"${file.name} has the SHA-256 ${found.sums(file.name)}, and $list says $expected"
      }
    }
    val extra = files.map(_.name).filterNot(known.sums.contains)
      .map(name => s"${spec.checksumsShown} has no line for $name, whose SHA-256 is ${found.sums(name)}")
    val absent = known.sums.keys.toList.sorted.filterNot(found.sums.contains)
      .map(name => s"$name, of ${spec.checksumsShown}, is no part of it")
    if wrong.nonEmpty then Left(refused(spec, wrong.map(_._2), again(wrong.map(_._1).filter(_ => kept))))
    else if extra.nonEmpty || absent.nonEmpty then Left(refused(spec, extra ++ absent, lock(spec.origin)))
    else Right(files)

  private def refused(spec: BrokerSpec, problems: List[String], remedy: String): Unavailable =
    val more = if problems.sizeIs > shown then s"; and ${problems.size - shown} more" else ""
    Unavailable(s"${spec.title} is refused: ${problems.take(shown).mkString("; ")}$more", remedy)

  private def again(files: List[FetchedFile]): String =
    val first = if files.isEmpty then "" else s"delete ${files.map(_.path).mkString(" and ")} and "
    s"${first}run again; should the same come again, it is the mirror's or the " +
      "registry's fault"

  /** What to do where the list of files is not that of `broker.yaml`. */
  def lock(broker: String): String =
    s"if broker.yaml was changed on purpose, run 'bin/lock-brokers $broker' and look at what it changes"
