package shootout.tidy

/** Files that nothing uses, each kind by its own meaning of "uses". */
object DeadFiles:
  def check(all: List[Source]): List[Finding] =
    List(DeadScala.check, Links.check, scripts, brokers, scenarios, webFiles).flatMap(_(all))

  /** A script is told of in a document or called by another one (a broker's is a template, see below). */
  private def scripts(all: List[Source]): List[Finding] =
    val readers = all.filter(f => f.isBash || f.isMarkdown)
    for
      script <- all.filter(_.isBash)
      if !script.path.endsWith("_test.sh") && !script.path.startsWith(".ci/") && !script.path.startsWith("brokers/")
      if !readers.exists(reader => reader != script && reader.mentions(script.name))
    yield dead(script, "no document tells of it and no script calls it")

  /** A broker's folder has its `broker.yaml`, and that names each file beside it, or the folder the file is in. What it gets from Maven
    * stands in `files.sha256`. Of the tool of its makers, `tool.yaml` tells, and `files-tool.sha256`.
    */
  private def brokers(all: List[Source]): List[Finding] =
    val folder = "brokers/([^/]+)/(.+)".r
    all.collect { case file @ Source(folder(broker, rest), _) => (broker, rest, file) }.groupBy(_._1).toList.flatMap {
      (broker, files) =>
        files.collectFirst { case (_, "broker.yaml", file) => file } match
          case None => List(Finding(s"brokers/$broker", 1, "no broker.yaml"))
          case Some(data) =>
            for
              (_, rest, file) <- files
              if file != data && !file.isMarkdown && !known(rest) && !rest.split('/').exists(data.mentions)
            yield dead(file, s"${data.path} does not name it")
    }

  private val known = Set("files.sha256", "tool.yaml", "files-tool.sha256")

  /** Every `.yaml` in a folder of scenarios is read; anything else there must be named somewhere. */
  private def scenarios(all: List[Source]): List[Finding] =
    all
      .filter(file => file.path.contains("/scenarios/") && !file.isScala && file.extension != "yaml")
      .filterNot(file => all.exists(other => other != file && other.mentions(file.name)))
      .map(dead(_, "only .yaml files are read as scenarios, and nothing names this one"))

  /** What the page brings along is named by the page or by the generator. */
  private def webFiles(all: List[Source]): List[Finding] =
    val readers = all.filter(f => f.path.startsWith("reports/") && !f.isTest)
    all
      .filter(file =>
        file.path.startsWith("reports/web/") && file.name != "index.html" && !file.name.contains("LICENSE")
      )
      .filterNot(file => readers.exists(other => other != file && other.mentions(file.name)))
      .map(dead(_, "neither the page nor the generator names it"))

  private[tidy] def dead(source: Source, why: String): Finding = Finding(source.path, 1, s"dead file: $why")
