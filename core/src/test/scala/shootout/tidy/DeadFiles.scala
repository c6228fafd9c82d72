package shootout.tidy

object DeadFiles:
  def check(all: List[Source]): List[Finding] =
    List(DeadScala.check, Links.check, scripts, brokers, scenarios, webFiles).flatMap(_(all))

  /** A document or another script names each script; brokers' scripts are templates, see below. */
  private def scripts(all: List[Source]): List[Finding] =
    val readers = all.filter(f => f.isBash || f.isMarkdown)
    for
      script <- all.filter(_.isBash)
      if !script.path.endsWith("_test.sh") && !script.path.startsWith(".ci/") && !script.path.startsWith("brokers/")
      if !readers.exists(reader => reader != script && reader.mentions(script.name))
    yield dead(script, "no document and no script names it")

  /** A broker's folder has a `broker.yaml`, which names the other files or their folder, except the `known` ones. */
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

  /** Every `.yaml` in a folder of scenarios is read; another file must be named somewhere. */
  private def scenarios(all: List[Source]): List[Finding] =
    all
      .filter(file => file.path.contains("/scenarios/") && !file.isScala && file.extension != "yaml")
      .filterNot(file => all.exists(other => other != file && other.mentions(file.name)))
      .map(dead(_, "only .yaml files are read as scenarios, and nothing names this one"))

  /** The page or its generator names each file of the page. */
  private def webFiles(all: List[Source]): List[Finding] =
    val readers = all.filter(f => f.path.startsWith("reports/") && !f.isTest)
    all
      .filter(file =>
        file.path.startsWith("reports/web/") && file.name != "index.html" && !file.name.contains("LICENSE")
      )
      .filterNot(file => readers.exists(other => other != file && other.mentions(file.name)))
      .map(dead(_, "neither the page nor the generator names it"))

  private[tidy] def dead(source: Source, why: String): Finding = Finding(source.path, 1, s"dead file: $why")
