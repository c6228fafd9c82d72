package shootout.report.judge

import Climbs.*
import Climbs.Made.*
import Results.{at, marked}

/** Result files that are awkward for the question what somebody needs, each with its name. */
object NeedCases:
  def all: List[(String, List[ujson.Value])] = List(
    "climbs" -> climbs,
    "few" -> few,
    "repeated" -> repetitions,
    "uncertain" -> uncertain,
    "failed" -> failed,
    "sizes" -> sizes,
    "fixed rates" -> fixedRates,
    "full speed" -> fullSpeed,
    "nothing" -> nothing,
    "promises" -> promises,
    "golden" -> Results.golden,
    "quick" -> Results.quick,
    "replicated" -> Results.replicated
  )

  private def climbs = List(
    row("quick", 1000 -> 900, 5000 -> 4000, 20000 -> 9000),
    row("late", 1000 -> 900, 5000 -> 30000, 20000 -> 9000),
    row("early", 1000 -> 30000, 5000 -> Out, 20000 -> Beyond),
    row("ends", 1000 -> 900, 5000 -> Out, 20000 -> Beyond),
    row("first", 5000 -> 4000, 20000 -> 9000),
    row("back", 1000 -> 30000, 5000 -> 900),
    row("gap", 1000 -> 900, 5000 -> Out, 20000 -> 9000),
    // just at a limit, and at what a limit leaves for another start
    row("equal", 1000 -> 10000, 5000 -> 16000, 20000 -> 20000)
  )

  private def few = List(
    row("few", 1000 -> P99(300, 500), 5000 -> 900),
    row("fewer", 1000 -> P99(300, 500)),
    row("fewest", 1000 -> P99(300, 500), 5000 -> P99(300, 500), 20000 -> Out),
    row("enough", 1000 -> P99(300, 1000), 5000 -> P99(300, 999), 20000 -> 30000)
  )

  private def repetitions = List(
    repeated("most", 1000 -> List(900, 950, 1000), 5000 -> List(9000, Out, 9500), 20000 -> List(Out, Out, 9000)),
    repeated("once", 1000 -> List(900), 5000 -> List(9000), 20000 -> List(18000)),
    repeated("twice", 1000 -> List(900, 900), 5000 -> List(9000, 9000), 20000 -> List(18000, 18000)),
    repeated("at times", 1000 -> List(900, Failed, 900), 5000 -> List(Failed, 900), 20000 -> List(Out, Beyond))
  )

  private def uncertain =
    def marked(name: String, id: String, mark: String) =
      row(name, 1000 -> 900, 5000 -> 4000, 20000 -> 9000).changed: cell =>
        if cell("id").str == id then cell("marks") = ujson.Arr(ujson.Obj("mark" -> mark, "letter" -> "X"))
    List(
      marked("noisy", "at-5000", "noisy"),
      marked("busy", "at-1000", "busy"),
      marked("shared", "at-5000", "shared"),
      marked("generator", "at-20000", "generator_bound")
    )

  private def failed = List(
    row("broken", 1000 -> 900, 5000 -> Failed, 20000 -> Beyond),
    row("never", 1000 -> Failed, 5000 -> Beyond, 20000 -> Beyond),
    row("well", 1000 -> 900, 5000 -> 900, 20000 -> 900),
    Results.row("other", Results.cell("at-1000", "unsupported", "open_loop" -> true, "persistent" -> true))
  )

  /** Only larger messages, and larger ones at full speed; queues and topics. */
  private def sizes =
    def sized(name: String, bytes: Int, changes: (String, ujson.Value)*) =
      row(name, 1000 -> 900, 5000 -> 4000).changed: cell =>
        cell("id") = s"$bytes-${cell("id").str}"
        cell("load")("message_size_bytes") = bytes
        changes.foreach((key, value) => cell("load")(key) = value)
    List(
      sized("large", 262144),
      sized("topic", 10000, "destination_type" -> "topic", "consumers" -> 2, "destinations" -> 1),
      sized("loose", 20, "persistent" -> false),
      Results.row("varying", at("v", 3000, "persistent" -> true, "message_size_bytes" -> ujson.Null))
    )

  private def fixedRates = List(
    Results.row("missed", fixed(1000, 900), fixed(5000, 900).marked("rate_missed")),
    Results.row("held", fixed(1000, 900), fixed(2000, 1900), fixed(2001, 2100)),
    // two loads at one rate
    Results.row("both", Climbs.cell(1000, 900), fixed(1000, 30000), fixed(5000, 900))
  )

  private def fullSpeed =
    def full(id: String, rate: Double, changes: (String, ujson.Value)*) =
      at(id, rate, List[(String, ujson.Value)]("persistent" -> true, "destination_type" -> "queue") ++ changes*)
    List(
      Results.row("fast", full("a", 50000), full("b", 70000.25, "producers" -> 10)),
      Results.row("slow", full("a", 900), full("b", 0)),
      Results.row("fan", full("t", 3000, "destination_type" -> "topic", "consumers" -> 3)),
      Results.row("failed", Results.cell("a", "failed", "persistent" -> true, "destination_type" -> "queue"))
    )

  /** Loads that something slows down on purpose, and none at all. */
  private def nothing = List(
    Results.row("empty"),
    row("slowed", 1000 -> 900).changed(_("load")("thinking") = "some"),
    Results.row("asks", at("r", 900, "request_reply" -> true)),
    Results.row("selects", at("s", 900, "selector" -> "half")),
    Results.row("many", at("m", 900, "producers" -> 500, "consumers" -> 500))
  )

  private def promises =
    def row(name: String, durability: String, written: Double) =
      Climbs.row(name, 1000 -> 900, 5000 -> 4000, 20000 -> 9000).promising(durability)
        .changed(_("resources")("broker")("written_bytes_per_s") = written)
    List(
      row("memory", "memory", 0),
      row("fsync", "fsync", 1e9),
      row("early", "fsync", 0),
      row("replicated", "replicated", 0),
      row("all", "replicated_fsync", 1e9),
      row("newer", "on_the_moon", 1e9)
    )
