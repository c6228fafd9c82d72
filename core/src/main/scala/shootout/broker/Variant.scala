package shootout.broker

import shootout.input.{Node, Place, Problem}

/** A `broker.yaml` that begins with another one's: `extends: activemq` and what it has in place of that. A mapping is laid over
  * a mapping key by key; anything else replaces what was there. Every node keeps its place, so that a problem is told in
  * the file that it stands in.
  */
private object Variant:
  val key = "extends"

  /** The name of the broker that it extends, if it extends any. */
  def base(node: Node): Option[Node.Scalar] = node match
    case Node.Mapping(entries, _) => entries.collectFirst { case (k, name: Node.Scalar) if k.text == key => name }
    case _ => None

  /** Whether this says what to fetch, and does not leave that to what it extends. */
  def hasOwnFiles(own: Node): Boolean = own match
    case Node.Mapping(entries, _) => entries.exists((k, _) => fetched(k.text))
    case _ => true

  private val fetched = Set("get", "version")

  /** @param base
    *   what is extended; a variant of a variant would be hard to read, so it may not extend another one itself
    */
  def of(own: Node, base: Node): Either[List[Problem], Node] =
    Variant.base(base) match
      case Some(other) =>
        Left(List(Problem(Variant.base(own).get.at, s"it extends '${other.text}' in turn; extend that one itself")))
      case None => Right(over(base, without(own, key)))

  /** What it says of a protocol that the broker speaks, and it does not. */
  def leavesOut(protocol: Node): Boolean = protocol match
    case Node.Scalar(text, _) => text == "none"
    case _ => false

  val versionKey = "version"

  /** `version: ...`, as somebody asked for it by name. */
  def version(text: String): Node =
    val place = Place.of(s"version $text")
    Node.Mapping(List(Node.Scalar(versionKey, place) -> Node.Scalar(text, place)), place)

  def without(node: Node, keys: String*): Node = node match
    case Node.Mapping(entries, at) => Node.Mapping(entries.filterNot((k, _) => keys.contains(k.text)), at)
    case other => other

  def has(node: Node, key: String): Boolean = entry(node, key).isDefined

  /** The text of a scalar entry. */
  def text(node: Node, key: String): Option[String] = entry(node, key).collect { case Node.Scalar(text, _) => text }

  def entry(node: Node, key: String): Option[Node] = node match
    case Node.Mapping(entries, _) => entries.collectFirst { case (k, value) if k.text == key => value }
    case _ => None

  /** Lays `own` over `base`. */
  def over(base: Node, own: Node): Node = (base, own) match
    case (Node.Mapping(before, _), Node.Mapping(after, at)) =>
      val changed = before.map((k, value) =>
        after.find(_._1.text == k.text).fold(k -> value)((mine, v) => mine -> over(value, v))
      )
      Node.Mapping(changed ++ after.filterNot((k, _) => before.exists(_._1.text == k.text)), at)
    case _ => own
