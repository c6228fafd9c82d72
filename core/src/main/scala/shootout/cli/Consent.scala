package shootout.cli

import shootout.campaign.PreparedRun
import shootout.engine.DestinationNaming

import java.net.InetAddress
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Whether another machine may be made use of: `--yes` says so, or a file that names its host. */
private[cli] object Consent:
  /** What a run makes there; none: it stays on this machine. */
  def words(prepared: PreparedRun): Option[String] =
    for
      external <- prepared.settings.external
      if isElsewhere(external.endpoint.host)
      pair <- prepared.settings.pairs.headOption
    yield
      val workloads = prepared.runs(pair).flatMap(_.workloads)
      val made =
        workloads.filter(_.phase.forall(_.index == 0)).map(workload => DestinationNaming(workload, "").all.size).sum
      val removes = prepared.spoken(pair).exists(_.removes)
      s"${made * prepared.settings.repeat} queues or topics on ${external.endpoint.host}, whose names begin with shootout_, fills them, and " +
        (if removes then "removes them afterwards" else "leaves them to it, as this protocol removes none")

  /** Left: that it is not said, and how to say it. */
  def check(
      prepared: PreparedRun,
      yes: Boolean,
      environment: Map[String, String] = sys.env
  ): Either[List[String], Unit] =
    val host = prepared.settings.external.fold("")(_.endpoint.host)
    words(prepared).filterNot(_ => yes || hosts(environment).contains(host)).map { words =>
      List(
        s"--url: this makes $words. If that is meant, write --yes; or once and for all the line '$host' into ${file(environment)}"
      )
    }.toLeft(())

  private[cli] def isElsewhere(host: String): Boolean =
    !Try(InetAddress.getByName(host)).toOption.exists(_.isLoopbackAddress)

  /** One in each line. */
  private[cli] def hosts(environment: Map[String, String]): List[String] =
    Try(Files.readAllLines(file(environment)).asScala.toList.map(_.trim)).getOrElse(Nil)

  private def file(environment: Map[String, String]): Path =
    val home = environment.getOrElse("HOME", sys.props("user.home"))
    Path.of(environment.getOrElse("XDG_CONFIG_HOME", s"$home/.config")).resolve("broker-shootout/hosts")
