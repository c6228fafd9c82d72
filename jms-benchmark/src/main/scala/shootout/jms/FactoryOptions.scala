package shootout.jms

/** Options of a `broker.yaml` for libraries without a URI of options: properties of the connection factory, as `reconnectDelay: "5"`
  * for `setReconnectDelay(long)`.
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

  /** Sets those that the factory knows.
    *
    * @throws IllegalArgumentException
    *   if a text is no value of its property
    */
  def set(factory: AnyRef, options: List[(String, String)]): Unit =
    for (name, text) <- options; method <- setter(factory.getClass, name) do
      method.invoke(factory, parsers(method.getParameterTypes.head)(text))

  private def setter(factory: Class[?], name: String) =
    val called = s"set${name.capitalize}"
    factory.getMethods.find(m =>
      m.getName == called && m.getParameterCount == 1 && parsers.contains(m.getParameterTypes.head)
    )
