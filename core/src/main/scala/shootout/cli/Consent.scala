package shootout.cli

import shootout.campaign.PreparedRun
import shootout.engine.DestinationNaming
import shootout.units.Counted

import java.net.InetAddress
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Whether a run may use another machine: `--yes` allows it, or a file that lists its host. */
private[cli] object Consent:
  /** What a run does on another machine. None if it stays on this one. */
  def words(prepared: PreparedRun): Option[String] =
    for
      external <- prepared.settings.external
      if isElsewhere(external.endpoint.host)
      pair <- prepared.settings.pairs.headOption
    yield
      val workloads = prepared.runs(pair).flatMap(_.workloads)
      val names = workloads.filter(_.phase.forall(_.index == 0)).flatMap(DestinationNaming(_, "").all)
      val named = workloads.flatMap(_.destinations.name).distinct
      val removes = prepared.spoken(pair).exists(_.removes)
      val own = if named.isEmpty then "" else named.mkString(" or with ", ", ", "")
      s"${Counted(names.size * prepared.settings.repeat, "destination")} on ${external.endpoint.host}, with names that " +
        s"begin with shootout_$own, fills them, and " +
        (if removes then "removes them afterwards" else "leaves them there, because this protocol cannot remove them")

  /** Left: it is not allowed, and how to allow it. */
  def check(
      prepared: PreparedRun,
      yes: Boolean,
      environment: Map[String, String] = sys.env
  ): Either[List[String], Unit] =
    val host = prepared.settings.external.fold("")(_.endpoint.host)
    words(prepared).filterNot(_ => yes || hosts(environment).contains(host)).map { words =>
      List(
        s"--url: this run creates $words. To allow that, write --yes, or add the line '$host' to ${file(environment)}"
      )
    }.toLeft(())

  private[cli] def isElsewhere(host: String): Boolean =
    !Try(InetAddress.getByName(host)).toOption.exists(_.isLoopbackAddress)

  /** The hosts in the file, one per line. */
  private[cli] def hosts(environment: Map[String, String]): List[String] =
    Try(Files.readAllLines(file(environment)).asScala.toList.map(_.trim)).getOrElse(Nil)

  private def file(environment: Map[String, String]): Path =
    val home = environment.getOrElse("HOME", sys.props("user.home"))
    Path.of(environment.getOrElse("XDG_CONFIG_HOME", s"$home/.config")).resolve("broker-shootout/hosts")
