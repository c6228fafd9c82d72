package shootout.cli

import picocli.CommandLine
import picocli.CommandLine.{Command, Option as Opt, Parameters}
import shootout.broker.{BrokerLock, BrokerSpec, Catalogue, Checksums, FetchWatch, WorkFolder}

import java.nio.file.{Files, Path}
import java.util
import scala.jdk.CollectionConverters.*

/** `bin/lock-brokers`: writes the checksums of brokers' files, for whoever adds a broker or changes its version. */
@Command(
  name = "lock-brokers",
  usageHelpAutoWidth = true,
  description = Array(
    "Downloads brokers afresh into an empty folder and writes the SHA-256 of each of their files into brokers/NAME/files.sha256.",
    "Whoever fetches a broker later gets exactly these files or is told which one differs. Prints what changed: + new, - gone, ! other content."
  )
)
final class LockBrokers:
  @Parameters(
    paramLabel = "NAME",
    description = Array("Brokers of brokers/ that come from Maven. Default: all of them.")
  )
  var names: util.List[String] = util.List.of()

  @Opt(names = Array("-h", "--help"), usageHelp = true, description = Array("Print this text."))
  var help: Boolean = false

object LockBrokers:
  def main(arguments: Array[String]): Unit =
    val options = LockBrokers()
    val parser = CommandLine(options)
    val status =
      try
        parser.parseArgs(arguments*)
        if parser.isUsageHelpRequested then
          parser.usage(System.out)
          0
        else chosen(options.names.asScala.toList).fold(complain, lock)
      catch case e: CommandLine.ParameterException => complain(List(e.getMessage))
    sys.exit(status)

  private def chosen(names: List[String]): Either[List[String], List[BrokerSpec]] =
    val home = Path.of(sys.props.getOrElse("shootout.home", ".")).toAbsolutePath.normalize
    Catalogue.read(home.resolve("brokers")).left.map(_.map(_.toString)).flatMap { catalogue =>
      val lockable = catalogue.filter(BrokerLock.concerns)
      val unknown = names.filterNot(name => lockable.exists(_.name == name))
      // a variant has its base's files, unless it is of another version
      def usual = lockable.filter(spec => spec.checksumsFolder == spec.folder)
      if unknown.isEmpty then Right(if names.isEmpty then usual else lockable.filter(s => names.contains(s.name)))
      else
        val known = lockable.map(_.name).mkString(", ")
        Left(unknown.map(name => s"'$name' is no broker that comes from Maven; write any of $known"))
    }

  private def lock(specs: List[BrokerSpec]): Int =
    val scratch = Files.createTempDirectory("lock-brokers-")
    println(s"Downloading ${specs.map(_.name).mkString(", ")} afresh ...")
    try
      val outcome = BrokerLock.sums(scratch, specs, FetchWatch.of(println(_)))
      val statuses =
        for spec <- specs yield outcome(spec.name).fold(why => trouble(s"${spec.name}: $why"), write(spec, _))
      statuses.max
    finally WorkFolder.delete(scratch)

  private def write(spec: BrokerSpec, sums: Checksums): Int =
    val before = Checksums.read(spec.folder).toOption.flatten.getOrElse(Checksums(Map.empty))
    val changes = before.changes(sums)
    Files.writeString(spec.folder.resolve(Checksums.file), sums.text)
    println(s"${spec.name}: ${sums.sums.size} files, ${if changes.isEmpty then "nothing changed" else "changed:"}")
    changes.foreach(change => println(s"  $change"))
    0

  private def trouble(text: String): Int =
    Console.err.println(s"lock-brokers: $text")
    1

  private def complain(problems: List[String]): Int =
    problems.foreach(trouble)
    Console.err.println("Nothing was written. --help tells more.")
    Main.Usage
