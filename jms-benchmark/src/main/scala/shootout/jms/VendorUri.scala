package shootout.jms

import shootout.units.Endpoint

/** The connection URI that several vendors' factories read; of an option that stands twice, the last one counts. */
private def vendorUri(scheme: String, endpoint: Endpoint, options: List[(String, String)]): String =
  val last = options.reverse.distinctBy(_._1).reverse
  val query = last.map((name, value) => s"$name=$value").mkString("&")
  s"$scheme://${endpoint.host}:${endpoint.port}" + (if query.isEmpty then "" else s"?$query")

/** Packages whose classes may come in object messages: the benchmark's own, and Java's. */
private val trustedPackages = List("shootout.jms", "java.lang", "java.util", "java.math", "java.time")
