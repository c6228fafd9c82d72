package shootout.cli

import picocli.CommandLine.{Command, Option as Opt, Parameters}
import shootout.broker.{BrokerLock, BrokerSpec, Catalogue, Checksums, ToolFile, WorkFolder}
import shootout.campaign.Contenders
import shootout.units.Counted

import java.nio.file.Files
import java.util
import scala.jdk.CollectionConverters.*

/** `bin/lock-brokers`: writes the checksums of brokers' files. Use it when you add a broker or change its version. */
@Command(
  name = "lock-brokers",
  usageHelpAutoWidth = true,
  description = Array(
    "Downloads brokers into an empty folder and writes the SHA-256 of each file to brokers/NAME/files.sha256, or to " +
      "files-VERSION.sha256 for NAME@VERSION.",
    "Later downloads must match these checksums. Prints what changed: + new, - gone, ! different content."
  )
)
final class LockBrokers:
  @Parameters(
    paramLabel = "NAME",
    description = Array(
      "Download these brokers: NAME, NAME@VERSION, or NAME@tool for the tool in brokers/NAME/tool.yaml. Default: all."
    )
  )
  var names: util.List[String] = util.List.of()

  @Opt(names = Array("-h", "--help"), usageHelp = true, description = Array("Show this help."))
  var help: Boolean = false

object LockBrokers:
  private val script = CommandRunner("lock-brokers", "Nothing was written. --help lists the options.")

  def main(arguments: Array[String]): Unit =
    val options = LockBrokers()
    script.main(options, arguments)(chosen(options.names.asScala.toList).map(lock))

  private def chosen(names: List[String]): Either[List[String], List[BrokerSpec]] =
    for
      known <- Catalogue.read(CommandRunner.home.resolve("brokers")).left.map(_.map(_.toString))
      tools <- toolsOf(known)
      (wanted, others) = names.partition(name => tools.exists(_.name == name))
      brokers <- if names.nonEmpty && others.isEmpty then Right(Nil) else brokersOf(known, others)
    yield brokers ++ tools.filter(_.source.isFetched).filter(tool => names.isEmpty || wanted.contains(tool.name))

  private def toolsOf(catalogue: List[BrokerSpec]): Either[List[String], List[BrokerSpec]] =
    val (problems, tools) = catalogue.filterNot(_.onlyByName).partitionMap(ToolFile.read)
    if problems.isEmpty then Right(tools.flatten) else Left(problems.flatten.map(_.toString))

  private def brokersOf(known: List[BrokerSpec], names: List[String]): Either[List[String], List[BrokerSpec]] =
    Contenders(known, names, Nil).versions.flatMap { catalogue =>
      val (own, borrowed) = catalogue.filter(_.source.isFetched).partition(LockBrokers.hasOwnList)
      val problems = names.filterNot(name => own.exists(_.name == name)).map { name =>
        borrowed.find(_.name == name) match
          case Some(variant) => s"'$name' has the files of '${variant.origin}'; lock that one"
          case None =>
            s"'$name' is not a broker whose files are fetched; write any of ${own.map(_.name).mkString(", ")}"
      }
      if problems.nonEmpty then Left(problems)
      else Right(if names.isEmpty then own else own.filter(spec => names.contains(spec.name)))
    }

  /** Whether no other contender has the same list of files. */
  private def hasOwnList(spec: BrokerSpec): Boolean =
    spec.variation.isEmpty || spec.files.list.exists(of => !spec.name.endsWith(s"@$of"))

  private def lock(specs: List[BrokerSpec]): Int =
    val scratch = Files.createTempDirectory("lock-brokers-")
    println(s"Downloading ${specs.map(_.name).mkString(", ")} afresh ...")
    try
      val outcome = BrokerLock.sums(scratch, specs, println(_))
      for spec <- specs do outcome(spec.name).fold(why => script.say(s"${spec.name}: $why"), write(spec, _))
      if outcome.values.forall(_.isRight) then 0 else 1
    finally WorkFolder.delete(scratch)

  private def write(spec: BrokerSpec, here: Checksums): Unit =
    val before = Checksums.known(spec).getOrElse(Checksums(Map.empty))
    val sums = BrokerLock.joined(spec, before, here)
    val changes = before.changes(sums)
    Files.writeString(spec.checksums, sums.text)
    println(
      s"${spec.name}: ${Counted(sums.sums.size, "file")}, ${if changes.isEmpty then "nothing changed" else "changed:"}"
    )
    changes.foreach(change => println(s"  $change"))
