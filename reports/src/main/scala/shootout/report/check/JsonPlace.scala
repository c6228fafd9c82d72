package shootout.report.check

/** Places in a result file and what stands there, in words. */
object JsonPlace:
  private val Longest = 60

  def below(path: String, key: String): String =
    val name = if key.forall(letter => letter >= ' ' && letter <= '~') then key else shown(ujson.Str(key))
    if path.isEmpty then name else s"$path.$name"

  def named(path: String): String = if path.isEmpty then "the file" else path

  /** A value as JSON, on one line; of a long one the beginning. Nothing in it steers a terminal. */
  def shown(value: ujson.Value): String =
    val text = ujson.write(value, escapeUnicode = true)
    if text.length > Longest then s"${text.take(Longest)}..." else text

  /** Every text in a value, keys too, each with its place. */
  def texts(value: ujson.Value, path: String = ""): List[(String, String)] = value match
    case ujson.Str(text) => List(path -> text)
    case ujson.Arr(items) => items.toList.zipWithIndex.flatMap((item, i) => texts(item, s"$path[$i]"))
    case ujson.Obj(members) =>
      members.toList.flatMap((key, member) => (below(path, key) -> key) :: texts(member, below(path, key)))
    case _ => Nil
