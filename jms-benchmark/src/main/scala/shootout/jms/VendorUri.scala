package shootout.jms

import shootout.units.Endpoint

/** The connection URI that several vendors' factories read. */
private def vendorUri(scheme: String, endpoint: Endpoint, options: List[(String, String)]): String =
  val query = options.map((name, value) => s"$name=$value").mkString("&")
  s"$scheme://${endpoint.host}:${endpoint.port}" + (if query.isEmpty then "" else s"?$query")

/** Packages whose classes may come in object messages: the benchmark's own, and Java's. */
private val trustedPackages = List("shootout.jms", "java.lang", "java.util", "java.math", "java.time")
