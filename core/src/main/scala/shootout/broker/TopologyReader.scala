package shootout.broker

import shootout.input.*

/** Reads how many nodes a broker has, and how they come together.
  *
  * @param launch
  *   reads what is started, of a mapping that has no other keys but [[TopologyReader.own]]
  */
private final class TopologyReader(launch: Reader[Launch], commands: Reader[List[List[String]]]):
  import TopologyReader.*

  /** @param file
    *   the whole `broker.yaml`; what else stands in it is read elsewhere
    */
  def read(file: Node, problems: Problems): Option[Topology] = file match
    case mapping: Node.Mapping =>
      val fields = Fields(mapping, problems)
      val nodes = fields.node(Nodes).fold(Option(List.empty[NodeSpec]))(nodesOf(mapping, _, problems))
      val inTurn = fields.getOrElse(Start, start)(false)
      val join = fields.getOrElse(Join, commands)(Nil)
      if nodes.exists(_.sizeIs < 2) then
        for key <- List(Start, Join); node <- fields.node(key) do
          problems.add(
            node.place,
            s"'$key' is for several nodes, and there is one; write $Nodes, as $Nodes: 3, or no $key"
          )
      nodes.map(Topology(_, inTurn, join))
    case _ => Some(Topology.single)

  private def nodesOf(file: Node.Mapping, nodes: Node, problems: Problems): Option[List[NodeSpec]] =
    val plain = Node.Mapping(file.entries.filter((key, _) => launchKeys(key.text)), file.at)
    nodes match
      case Node.Sequence(items, _) if items.nonEmpty =>
        val read = items.zipWithIndex.map((item, index) => one(index + 1, plain, item, problems))
        if read.headOption.flatten.exists(!_.serves) then
          problems.add(
            items.head.place,
            "the first node is the one that clients know; let another one wait in its place"
          )
        Option.when(read.forall(_.isDefined))(read.flatten)
      case scalar: Node.Scalar =>
        for
          n <- count.read(scalar, problems)
          same <- launch.read(plain, problems)
        yield List.tabulate(n)(index => NodeSpec(index + 1, same, serves = true))
      case other =>
        problems.add(other.place, s"found ${other.describe}, expected $words")
        None

  /** What a node says is laid over what the broker says. */
  private def one(number: Int, plain: Node, item: Node, problems: Problems): Option[NodeSpec] = item match
    case mapping: Node.Mapping =>
      val fields = Fields(mapping, problems)
      val serves = fields.getOrElse(Serves, Reader.boolean)(true)
      val readyLog = fields.option(ReadyLog, Reader.text)
      if !serves && readyLog.isEmpty then
        problems.add(
          mapping.at,
          s"nobody asks a node that waits, so only its log tells that it could take over; write $ReadyLog: with what stands there then"
        )
      launch.read(Variant.over(plain, mapping), problems).map(NodeSpec(number, _, serves, readyLog))
    case other =>
      problems.add(other.place, s"found ${other.describe}, expected what differs from the broker, or {}")
      None

private object TopologyReader:
  private val Nodes = "nodes"
  private val Start = "nodes_start"
  private val Join = "join"

  private val Serves = "serves"
  private val ReadyLog = "ready_log"

  /** What only a node says, and no broker. */
  val own: List[String] = List(Serves, ReadyLog)

  /** What a `broker.yaml` says of its nodes. */
  val keys: List[String] = List(Nodes, Start, Join)

  /** What one of them may say otherwise. Ports have the same names on all. */
  private val launchKeys =
    Set("templates", "compile", "prepare", "companions", "environment", "start", "arguments", "stop", "configuration")

  private val start = Reader.word("together" -> false, "in_turn" -> true)
  private val words = "a whole number of at least 1, or a list: for each node what differs from the broker"
  private val count = Reader.scalar(words)(_.toIntOption.filter(_ >= 1))
