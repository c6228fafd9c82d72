package shootout.report.compare

import shootout.report.*

/** Something that two results do not have in common.
  *
  * @param refuses
  *   whether their numbers are no longer about the brokers alone
  */
case class Difference(what: String, old: String, now: String, refuses: Boolean):
  override def toString: String = s"$what: $old | $now"

/** What, besides the broker, two results may differ in. */
object Machines:
  /** How much memory may differ before it counts as another machine: kernels keep some for themselves. */
  private val MemoryTolerance = 0.05

  def differences(old: ujson.Value, now: ujson.Value): List[Difference] =
    def differ(what: String, refuses: Boolean, read: ujson.Value => Option[String]): Option[Difference] =
      for a <- read(old); b <- read(now) if a != b yield Difference(what, a, b, refuses)
    def environment(what: String, refuses: Boolean, key: String, part: String => String = identity) =
      differ(what, refuses, _.textAt("environment", key).map(part))
    val refusing = List(
      environment("processor", true, "cpu"),
      differ("cores", true, number("environment", "cores")),
      memory(old, now),
      environment("system", true, "os", _.replaceAll(" build .*", "")),
      environment("kernel", true, "kernel", release),
      environment("JVM", true, "jvm", feature),
      environment("disk", true, "disk", _.replaceAll(" on \\S+", "")),
      differ("load and broker", true, _.at("environment", "shared_with_broker").map(shared)),
      differ("scheduling groups of load and broker", true, schedulingGroups)
    ).flatten
    def unlessRefused(what: String, read: => Option[Difference]) =
      if refusing.exists(_.what == what) then None else read
    refusing ++ List(
      environment("host", false, "host"),
      unlessRefused("kernel", environment("kernel", false, "kernel")),
      unlessRefused("JVM", environment("JVM", false, "jvm")),
      unlessRefused("disk", environment("disk", false, "disk")),
      differ("broker heap in MiB", false, number("settings", "heap_mb")),
      differ("profile", false, _.textAt("settings", "profile")),
      differ("tool", false, tool),
      differ("client library", false, _.textAt("driver")),
      differ("durability", false, _.textAt("broker", "durability").map(_.replace('_', ' ')))
    ).flatten

  private def number(keys: String*)(file: ujson.Value): Option[String] = file.numberAt(keys*).map(_.toLong.toString)

  private def shared(value: ujson.Value): String =
    if value.boolOpt.contains(true) then "on one machine" else "on two machines"

  /** One, or several; none if no load has it. A broker that is measured in another regime is another broker. */
  private def schedulingGroups(file: ujson.Value): Option[String] =
    val groups = file.listAt("cells").flatMap(_.numberAt("resources", "scheduling_groups"))
    groups.maxOption.map(most => if most == 1 then "one" else "several")

  private def memory(old: ujson.Value, now: ujson.Value): Option[Difference] =
    for
      a <- old.numberAt("environment", "memory_bytes")
      b <- now.numberAt("environment", "memory_bytes")
      if (a - b).abs > MemoryTolerance * a.max(b)
    yield Difference("memory", Numbers.gibibytes(a), Numbers.gibibytes(b), refuses = true)

  /** System, architecture, and of the version the first two numbers. */
  private def release(kernel: String): String = kernel.replaceAll("(\\d+\\.\\d+)\\S*", "$1")

  /** Name and feature release: `OpenJDK 64-Bit Server VM 17`. */
  private def feature(jvm: String): String = jvm.replaceAll(" (\\d+)[^ ]*$", " $1")

  private def tool(file: ujson.Value): Option[String] =
    file.textAt("tool", "version").map: version =>
      val changed = if file.at("tool", "git_dirty").exists(_.boolOpt.contains(true)) then " with local changes" else ""
      (version +: file.textAt("tool", "git_commit").map(_.take(10)).filter(_.nonEmpty).toList).mkString(" ") + changed
