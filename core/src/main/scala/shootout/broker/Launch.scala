package shootout.broker

/** A process that the broker needs beside it: it is started before the broker and ended after it.
  *
  * @param port
  *   the name of the port that it listens on; the broker starts when that accepts connections
  */
case class Companion(command: List[String], port: String)

/** How a broker is started. All texts are templates, see [[Variables]].
  *
  * @param ports
  *   names; each gets a free port of 127.0.0.1
  * @param templates
  *   files of the broker's folder that are rendered into the work folder under the same name
  * @param sources
  *   Java sources of the broker's folder, see [[Sources]]
  * @param prepare
  *   commands run to their end once for each fresh data folder
  * @param stop
  *   command that asks the broker to stop; none: SIGTERM
  * @param configuration
  *   files of the work folder, written by `prepare`, that belong to the effective configuration
  */
case class Launch(
    ports: List[String],
    templates: List[String],
    sources: List[String],
    prepare: List[List[String]],
    companions: List[Companion],
    start: List[String],
    stop: Option[List[String]],
    environment: List[(String, String)],
    configuration: List[String]
)
