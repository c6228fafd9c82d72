package shootout.jms

import shootout.units.Endpoint

/** The connection URI that several vendors' factories read; of an option that stands twice, the last one counts.
  *
  * @param among
  *   how the library writes the nodes of a broker among which a client fails over; by default it knows the first one only
  */
private def vendorUri(
    scheme: String,
    endpoint: Endpoint,
    options: List[(String, String)],
    among: List[String] => String = _.head
): String =
  val last = options.reverse.distinctBy(_._1).reverse
  val query = last.map((name, value) => s"$name=$value").mkString("&")
  val nodes = endpoint.places.map((host, port) => s"$scheme://$host:$port")
  (if failsOver(endpoint) then among(nodes) else nodes.head) + (if query.isEmpty then "" else s"?$query")

/** Whether the broker has several nodes that may take a client. */
private def failsOver(endpoint: Endpoint): Boolean = endpoint.places.sizeIs > 1

/** Of the options of a URI with several nodes, those that are meant for the connection to each of them. */
private def nested(prefix: String, options: List[(String, String)], ofEach: String*): List[(String, String)] =
  options.map((name, value) => (if ofEach.exists(name.startsWith) then prefix + name else name) -> value)

/** Packages whose classes may come in object messages: the benchmark's own, and Java's. */
private val trustedPackages = List("shootout.driver", "java.lang", "java.util", "java.math", "java.time")
