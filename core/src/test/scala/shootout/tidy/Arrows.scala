package shootout.tidy

/** The packages that each package may import, as docs/dev/architecture.md lists them. */
object Arrows:
  /** The packages below planning, results and runs. */
  private val planning = Set("units", "yaml", "scenario", "result", "driver", "analysis", "broker")

  /** The module `results`, which engine and report use. */
  private val results: Map[String, Set[String]] = Map("units" -> Set(), "result" -> Set("units"))

  private val engine: Map[String, Set[String]] = Map(
    "yaml" -> Set("units"),
    "scenario" -> Set("units", "yaml"),
    "driver" -> Set("units", "yaml", "scenario"),
    "machine" -> Set("units", "result"),
    "engine" -> Set("units", "analysis", "scenario", "result", "machine", "driver"),
    "broker" -> Set("units", "yaml"),
    "campaign" -> (planning ++ Set("machine", "engine")),
    "metrics" -> Set("units", "result", "campaign"),
    "cli" -> (planning ++ Set("machine", "engine", "campaign", "metrics"))
  )
  private val core = results.keySet ++ engine.keySet + "analysis"

  private case class Door(allowed: Set[String], allowedInTests: Set[String])

  /** The rules of a package, which may always import itself. */
  private def door(module: String, room: String): Option[Door] = (module, room) match
    case ("results", _) => results.get(room).map(Door(_, results.keySet))
    case ("analysis", "analysis") => Some(Door(results.keySet, results.keySet))
    case ("core", "tidy") => Some(Door(Set(), Set()))
    case ("core", _) => engine.get(room).map(Door(_, core))
    case ("stomp-benchmark", "stomp") => Some(Door(Set("units", "yaml", "scenario", "driver", "machine"), core))
    case ("jms-benchmark", "jms") => Some(Door(Set("units", "yaml", "scenario", "driver"), core))
    case ("queue-benchmark", "queue") => Some(Door(Set("units", "yaml", "scenario", "driver"), core))
    case ("calibration", "calibrate") => Some(Door(core ++ Set("stomp", "jms"), Set()))
    case ("reports", "report") => Some(Door(results.keySet + "analysis", results.keySet + "analysis"))
    case _ => None

  private val folder = "([^/]+)/src/(?:main|test)/scala/(.*)".r
  private val mention = "\\bshootout\\.(\\*|_|\\{|[a-z]\\w*)"
  private val packages = "(?m)^package\\s+([\\w.]+)"

  def check(source: Source): List[Finding] = source.path match
    case folder(module, rest) =>
      val path = rest.split('/').toList
      val room = path match
        case "shootout" :: room :: _ :: _ => room
        case _ => ""
      door(module, room) match
        case None => List(Finding(source.path, 1, s"'$room' is no package of $module; add it to Arrows.scala"))
        case Some(door) =>
          wrongPackage(source, path.init) ++ wrongImports(source, room, door) ++ otherSystem(source, path)
    case _ => Nil

  /** The packages of queue systems do not import each other. */
  private def otherSystem(source: Source, path: List[String]): List[Finding] = path match
    case "shootout" :: "queue" :: system :: _ :: _ =>
      source.find("\\bshootout\\.queue\\.([a-z]\\w*)", source.code) { found =>
        val other = found.group(1)
        Option.when(other != system)(s"$system may not import $other; move shared code to shootout.queue")
      }
    case _ => Nil

  private def wrongImports(source: Source, room: String, door: Door): List[Finding] =
    val allowed = door.allowed ++ (if source.isTest then door.allowedInTests else Set()) + room
    source.find(mention, source.code) { found =>
      val other = found.group(1)
      Option.when(!allowed(other))(s"$room may not import $other; it may import ${words(allowed - room)}")
    }

  private def wrongPackage(source: Source, folders: List[String]): List[Finding] =
    val right = folders.mkString(".")
    source.find(packages, source.code) { found =>
      val name = found.group(1)
      Option.when(name != right)(s"package $name in the folder of $right")
    }

  private def words(rooms: Set[String]): String =
    if rooms.isEmpty then "nothing" else rooms.toList.sorted.mkString(", ")
