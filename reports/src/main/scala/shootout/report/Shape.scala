package shootout.report

/** Of what type the values of a result file are, from `docs/result.schema.json`. A key that is null, or that only newer tools know, fits. */
enum Shape:
  /** @param types
    *   of those that JSON Schema names, whole numbers apart; none: any
    */
  case Plain(types: Set[String])
  case ListOf(item: Shape)

  /** @param others
    *   of keys that have no shape of their own
    */
  case Fields(known: Map[String, Shape], others: Option[Shape])

  /** Paths of what is of another type. */
  def complaints(value: ujson.Value, path: String = ""): List[String] = (this, value) match
    case (_, ujson.Null) => Nil
    case (Plain(types), _) => if types.isEmpty || types(Shape.typeOf(value)) then Nil else List(Shape.named(path))
    case (ListOf(item), ujson.Arr(items)) =>
      items.iterator.zipWithIndex.flatMap { (one, i) =>
        val place = s"$path[$i]"
        if one.isNull then List(place) else item.complaints(one, place)
      }.toList
    case (Fields(known, others), ujson.Obj(members)) =>
      members.iterator.flatMap { (key, member) =>
        known.get(key).orElse(others).toList.flatMap(_.complaints(member, Shape.below(path, key)))
      }.toList
    case _ => List(Shape.named(path))

object Shape:
  lazy val resultFile: Shape = of(Resources.resultSchema, Resources.resultSchema)

  def below(path: String, key: String): String = if path.isEmpty then key else s"$path.$key"
  private def named(path: String): String = if path.isEmpty then "the file" else path

  private def of(schema: ujson.Value, root: ujson.Value): Shape =
    schema.textAt("$ref") match
      case Some(reference) => of(definition(reference, root), root)
      // the first one is what should be there, the other one null
      case None => schema.listAt("anyOf").headOption.fold(ofTypes(schema, root))(of(_, root))

  def definition(reference: String, root: ujson.Value): ujson.Value =
    reference.stripPrefix("#/").split('/').foldLeft(root)((value, key) => value(key))

  private def ofTypes(schema: ujson.Value, root: ujson.Value): Shape =
    val types = schema.textAt("type").toSet ++ schema.listAt("type").flatMap(_.strOpt) - "null"
    if types("array") then ListOf(of(schema("items"), root))
    else if types("object") then
      val known = schema.at("properties").flatMap(_.objOpt).toList.flatten
      val others = schema.at("additionalProperties").filter(_.objOpt.isDefined)
      Fields(known.map((key, inner) => key -> of(inner, root)).toMap, others.map(of(_, root)))
    else Plain(types.map(name => if name == "integer" then "number" else name))

  private def typeOf(value: ujson.Value): String = value match
    case _: ujson.Str => "string"
    case _: ujson.Num => "number"
    case _: ujson.Bool => "boolean"
    case _: ujson.Arr => "array"
    case _ => "object"
