package shootout.broker

import shootout.input.{Fields, Node, Problem, Problems, Reader}

/** The `variants:` of a `broker.yaml`: each has a title and a reason, and whatever else it says is laid over the broker. */
private object Variants:
  final case class Overrides(variation: Variation, overrides: Node)

  /** A `broker.yaml` without its variants, and them. */
  final case class Parts(plain: Node, variants: List[Overrides])

  val key = "variants"

  /** What a variant has from its broker and cannot say itself. */
  private val fixed = List("name", "extends", key, "calibration", "discontinued", "on_request", "homepage")
  private val words = "a variant: a mapping with title, because, and what differs from the broker"

  def of(node: Node): Either[List[Problem], Parts] = Variant.entry(node, key) match
    case None => Right(Parts(node, Nil))
    case Some(Node.Mapping(entries, _)) =>
      val problems = Problems()
      val read = entries.flatMap((name, value) => entry(name, value, problems))
      problems.orElse(Parts(Variant.without(node, key), read))
    case Some(other) => Left(List(Problem(other.place, s"found ${other.describe}, expected names, each with $words")))

  private def entry(name: Node.Scalar, value: Node, problems: Problems): Option[Overrides] = value match
    case mapping: Node.Mapping =>
      if !name.text.matches("[A-Za-z0-9_][A-Za-z0-9._-]*") then
        problems.add(
          name.at,
          s"found '${name.text}', expected letters, digits, '.', '_' and '-': it is typed, as broker/${name.text}"
        )
      for (k, _) <- mapping.entries if fixed.contains(k.text) do
        problems.add(k.at, s"a variant has '${k.text}' from its broker; remove it here")
      val fields = Fields(mapping, problems)
      val title = fields.require("title", Reader.text)
      val because = fields.require("because", Reader.text)
      for t <- title; b <- because
      yield Overrides(Variation(name.text, t, b), Variant.without(mapping, "title", "because"))
    case other =>
      problems.add(other.place, s"found ${other.describe}, expected $words")
      None
