package shootout.report

import java.nio.file.Files
import scala.concurrent.duration.*
import scala.util.Random

/** Any result file is drawn or reported, and nothing is thrown. */
class OddResultsSuite extends FolderSuite:
  // long, because other suites run at the same time
  override val munitTimeout: Duration = 3.minutes
  private val golden = Golden.text("apollo")
  private val Count = 60
  private val Seed = 15

  private val odd: Vector[ujson.Value] = Vector(
    ujson.Null,
    ujson.True,
    ujson.Num(-1),
    ujson.Num(0),
    ujson.Num(1e308),
    ujson.Num(0.5),
    ujson.Str(""),
    ujson.Str("</script><script>x"),
    ujson.Str("__proto__"),
    ujson.Str("measured"),
    ujson.Str("\u0000\u2028" * 10),
    ujson.Arr(),
    ujson.Obj(),
    ujson.Arr(ujson.Null, ujson.Obj("a" -> ujson.Num(1)))
  )

  /** For every place in a value, a function that replaces or removes it. */
  private def places(value: ujson.Value): Vector[Option[ujson.Value] => Unit] = value match
    case obj: ujson.Obj =>
      obj.value.keys.toVector.flatMap: key =>
        val here =
          (other: Option[ujson.Value]) => other.fold[Unit](obj.value.remove(key))(obj.value.update(key, _))
        here +: places(obj.value(key))
    case arr: ujson.Arr =>
      arr.value.indices.toVector.flatMap: i =>
        val here = (other: Option[ujson.Value]) => other.foreach(arr.value.update(i, _))
        here +: places(arr.value(i))
    case _ => Vector.empty

  /** The golden result with changes in a few places. */
  private def changed(random: Random): String =
    val json = ujson.read(golden)
    for _ <- 0 to random.nextInt(3) do
      val all = places(json)
      val other = Option.when(random.nextInt(5) > 0)(ujson.copy(odd(random.nextInt(odd.size))))
      all(random.nextInt(all.size))(other)
    ujson.write(json)

  folder.test("a file with odd values is drawn or reported"): dir =>
    val random = Random(Seed)
    for n <- 1 to Count do
      val text = changed(random)
      Files.writeString(dir.resolve("stomp-apollo.json"), text)
      try
        val drawn = Report.drawAs(List(dir), dir.resolve("page.html"))
        if drawn.page.isEmpty then assert(drawn.problems.nonEmpty, "neither drawn nor refused")
      catch case e: Throwable => fail(s"file $n of seed $Seed: $e\n$text", e)

  folder.test("a file with deep nests is reported"): dir =>
    val deep = golden.replaceFirst("\\{", "{\"x\":" + "[" * 50_000 + "]" * 50_000 + ",")
    for text <- List("[" * 100_000, "{\"a\":" * 100_000, deep) do
      val file = Files.writeString(dir.resolve("stomp-apollo.json"), text)
      val drawn = Report.drawAs(List(dir), dir.resolve("page.html"))
      assertEquals((drawn.page, drawn.problems.size), (None, 1))
      assert(drawn.problems.head.startsWith(file.toString), drawn.problems)
