package shootout.broker

/** One node of a broker: what is started, with ports, data, log and processes of its own.
  *
  * @param number
  *   from 1
  * @param serves
  *   takes clients from the start; else it waits for another one to fail
  * @param readyLog
  *   what it says in its log when it is in place, as "the backup is in step"; one that serves shows that by answering, too
  */
final case class NodeSpec(number: Int, launch: Launch, serves: Boolean, readyLog: Option[String] = None)

/** The nodes of a broker, and how they come together.
  *
  * @param nodes
  *   none: the plain case, one node that is started as the broker's [[Launch]] says
  * @param inTurn
  *   each is prepared and started when the one before it is ready; else all are started, and then waited for
  * @param join
  *   commands that are run to their end on each node but the first when all of them run, once for fresh data
  */
final case class Topology(nodes: List[NodeSpec], inTurn: Boolean, join: List[List[String]])

object Topology:
  val single: Topology = Topology(Nil, inTurn = false, Nil)
