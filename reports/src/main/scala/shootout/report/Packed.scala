package shootout.report

/** A list of JSON values in few bytes, as the page unpacks it (`web/packed.js`): what all have in common is said once, values
  * that come again are named by number, and objects become columns. Nothing is lost.
  *
  * A packed list is one of: `same`, the value that all are; `of`, the different values, with `at`, which of them each is;
  * `each`, the values themselves; `keys`, of objects with the same keys, with the packed values of each key; `parts`, the
  * packed values of each kind, with `at`, of which kind each is.
  */
object Packed:
  /** Columns take so little that objects are worth a number only if they come again and again: numbers and different
    * objects together take at most this part of all objects.
    */
  private val Part = 4

  def of(values: Seq[ujson.Value]): ujson.Obj =
    val texts = values.map(ujson.write(_))
    val different = texts.zip(values).distinctBy(_._1)
    if different.sizeIs == 1 then ujson.Obj("same" -> different.head._2)
    else
      val all = texts.map(_.length + 1L).sum
      val places = different.map(_._1).zipWithIndex.toMap
      val at = texts.map(places)
      val named = different.map(_._1.length + 1L).sum + at.map(_.toString.length + 1L).sum
      val objects = values.exists(_.objOpt.isDefined)
      if named < (if objects then all / Part else all) then
        ujson.Obj("of" -> ujson.Arr.from(different.map(_._2)), "at" -> numbers(at))
      else if objects then columns(values)
      else ujson.Obj("each" -> ujson.Arr.from(values))

  /** Objects with the same keys have columns; what else there is stands apart. */
  private def columns(values: Seq[ujson.Value]): ujson.Obj =
    val kinds = values.map(value => value.objOpt.map(_.keysIterator.toList))
    val places = kinds.distinct.zipWithIndex.toMap
    val at = kinds.map(places)
    if places.sizeIs == 1 then ujson.Obj("keys" -> byKey(values))
    else
      val parts = places.values.toList.sorted.map(place => values.zip(at).collect { case (value, `place`) => value })
      ujson.Obj("parts" -> ujson.Arr.from(parts.map(of)), "at" -> numbers(at))

  private def byKey(objects: Seq[ujson.Value]): ujson.Obj =
    ujson.Obj.from(objects.head.obj.keysIterator.toList.map(key => key -> of(objects.map(_.obj(key)))))

  private def numbers(places: Seq[Int]): ujson.Arr = ujson.Arr.from(places.map(place => ujson.Num(place.toDouble)))
