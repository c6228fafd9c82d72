package shootout.jms

import shootout.driver.ReceiveSpec
import shootout.units.Endpoint

/** How one client has to be connected.
  *
  * @param confirm
  *   whether every send waits for its publisher confirm or is notified of it; if not, no send is, persistent or not
  * @param pipelined
  *   with `confirm`: whether several sends are in flight, and completion listeners are called
  * @param receive
  *   what the client subscribes to, if it receives
  * @param options
  *   options of the broker's `broker.yaml`, named as in the vendor's connection URI
  */
case class Wish(confirm: Boolean, pipelined: Boolean, receive: Option[ReceiveSpec], options: List[(String, String)]):
  /** Messages that the broker may deliver ahead; none means the library's default. */
  def prefetch: Option[Int] = receive.flatMap(_.prefetch)

  /** The prefetch in bytes, see [[ReceiveSpec.bytesAhead]]. */
  def bytesAhead(overhead: Int, nameBytes: Int): Option[Int] =
    receive.flatMap(_.bytesAhead(overhead, nameBytes)).map(math.min(_, Int.MaxValue).toInt)

/** Builds the connection URI that several vendors' factories read. If an option occurs twice, the last one counts.
  *
  * @param among
  *   how the library writes the nodes among which a client fails over; by default the URI has only the first one
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

/** Adds the prefix to those options of a URI with several nodes that are meant for the connection to each node. */
private def nested(prefix: String, options: List[(String, String)], ofEach: String*): List[(String, String)] =
  options.map((name, value) => (if ofEach.exists(name.startsWith) then prefix + name else name) -> value)

/** Packages whose classes may occur in object messages: the benchmark's own, and Java's. */
private val trustedPackages = List("shootout.driver", "java.lang", "java.util", "java.math", "java.time")

/** Sets options of a `broker.yaml` for libraries that read none from a URI. They are properties of the connection
  * factory: `reconnectDelay: "5"` calls `setReconnectDelay(long)`.
  */
private object FactoryOptions:
  private val parsers: Map[Class[?], String => Object] = Map(
    classOf[Boolean] -> (text => java.lang.Boolean.valueOf(text.toBoolean)),
    classOf[Int] -> (text => Integer.valueOf(text)),
    classOf[Long] -> (text => java.lang.Long.valueOf(text)),
    classOf[Double] -> (text => java.lang.Double.valueOf(text)),
    classOf[String] -> identity
  )

  /** Whether the factory has such a property. */
  def knows(factory: Class[?], name: String): Boolean = setter(factory, name).isDefined

  /** Sets the options that the factory knows.
    *
    * @throws IllegalArgumentException
    *   if a text is not a valid value of its property
    */
  def set(factory: AnyRef, options: List[(String, String)]): Unit =
    for (name, text) <- options; method <- setter(factory.getClass, name) do
      method.invoke(factory, parsers(method.getParameterTypes.head)(text))

  private def setter(factory: Class[?], name: String) =
    val called = s"set${name.capitalize}"
    factory.getMethods.find(m =>
      m.getName == called && m.getParameterCount == 1 && parsers.contains(m.getParameterTypes.head)
    )
