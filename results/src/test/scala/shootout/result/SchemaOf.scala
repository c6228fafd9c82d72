package shootout.result

import scala.deriving.Mirror
import shootout.units.{EpochMillis, Json}

/** The JSON shape of a Scala type. */
enum JsonShape:
  /** @param name
    *   JSON Schema's name of the type
    * @param words
    *   the allowed values, or none for any
    */
  case Plain(name: String, words: List[String] = Nil)
  case Anything
  case OrNull(shape: JsonShape)
  case ListOf(item: JsonShape)
  case MapOf(value: JsonShape)

  /** A case class, with the fields' names in JSON. */
  case Fields(name: String, fields: List[(String, JsonShape)])

/** Derives [[JsonShape]] from case classes and enums, as [[Json]] writes them. */
trait SchemaOf[A]:
  def shape: JsonShape

object SchemaOf:
  import JsonShape.*

  private def is[A](of: JsonShape): SchemaOf[A] = new SchemaOf[A]:
    val shape: JsonShape = of

  given SchemaOf[String] = is(Plain("string"))
  given SchemaOf[Boolean] = is(Plain("boolean"))
  given SchemaOf[Int] = is(Plain("integer"))
  given SchemaOf[Long] = is(Plain("integer"))
  given SchemaOf[Double] = is(Plain("number"))
  given SchemaOf[EpochMillis] = is(Plain("integer"))
  given SchemaOf[ujson.Value] = is(Anything)
  given SchemaOf[ujson.Obj] = is(Plain("object"))
  given [A](using of: SchemaOf[A]): SchemaOf[Option[A]] = is(OrNull(of.shape))
  given [A](using of: SchemaOf[A]): SchemaOf[List[A]] = is(ListOf(of.shape))
  given [A](using of: SchemaOf[A]): SchemaOf[Map[String, A]] = is(MapOf(of.shape))

  given product[A](using
      mirror: Mirror.ProductOf[A]
  )(using
      name: ValueOf[mirror.MirroredLabel],
      labels: Labels[mirror.MirroredElemLabels],
      shapes: Shapes[mirror.MirroredElemTypes]
  )
      : SchemaOf[A] = is(Fields(name.value.toString, labels.all.map(Json.snake).zip(shapes.all)))

  given words[A](using mirror: Mirror.SumOf[A])(using labels: Labels[mirror.MirroredElemLabels]): SchemaOf[A] =
    is(Plain("string", labels.all.map(Json.snake)))

  /** The labels of a tuple of singleton types. */
  final class Labels[T](val all: List[String])
  given Labels[EmptyTuple] = Labels(Nil)
  given [H, T <: Tuple](using label: ValueOf[H], others: Labels[T]): Labels[H *: T] =
    Labels(label.value.toString :: others.all)

  /** The shapes of a tuple's types. `inline` would exceed the compiler's limit. */
  final class Shapes[T](val all: List[JsonShape])
  given Shapes[EmptyTuple] = Shapes(Nil)
  given [H, T <: Tuple](using first: SchemaOf[H], others: Shapes[T]): Shapes[H *: T] = Shapes(first.shape :: others.all)
