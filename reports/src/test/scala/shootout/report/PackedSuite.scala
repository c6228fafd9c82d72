package shootout.report

import java.nio.file.{Files, Paths}
import munit.FunSuite

class PackedSuite extends FunSuite:
  private val example =
    ujson.read(Files.readString(Paths.get(getClass.getResource("/packed/example.json").toURI)))

  test("the example that the page's tests read as well"):
    val values = example("values").arr.toList
    assertEquals(Packed.of(values), ujson.Obj.from(example("packed").obj.toList))
    assertEquals(Unpacked.of(example("packed"), values.size), values)

  test("no values, one, equal ones, and objects of equal text but of another order of keys"):
    assertEquals(Packed.of(Nil), ujson.Obj("each" -> ujson.Arr()))
    assertEquals(Packed.of(List(ujson.Num(1))), ujson.Obj("same" -> ujson.Num(1)))
    assertEquals(Packed.of(List.fill(3)(ujson.Null)), ujson.Obj("same" -> ujson.Null))
    val turned = List(ujson.Obj("a" -> 1, "b" -> 2), ujson.Obj("b" -> 2, "a" -> 1))
    assertEquals(Unpacked.of(Packed.of(turned), 2).map(ujson.write(_)), turned.map(ujson.write(_)))

  test("values that come again are named by number where that is shorter"):
    val long = List("a long word", "another one", "a long word", "a long word").map(ujson.Str(_))
    assertEquals(
      Packed.of(long),
      ujson.Obj("of" -> ujson.Arr("a long word", "another one"), "at" -> ujson.Arr(0, 1, 0, 0))
    )
    val short = List(1, 2, 1, 2).map(n => ujson.Num(n.toDouble))
    assertEquals(Packed.of(short), ujson.Obj("each" -> ujson.Arr.from(short)))

  test("nothing of the golden cells is lost"):
    val golden = Paths.get(getClass.getResource("/golden").toURI)
    val cells = ResultFiles.in(List(golden)).files.flatMap(_.json.listAt("cells"))
    val packed = Packed.of(cells)
    assertEquals(Unpacked.of(ujson.read(ujson.write(packed)), cells.size), cells)
    assert(ujson.write(packed).length < ujson.write(ujson.Arr.from(cells)).length * 3 / 4)

  test("numbers have seven digits; whole ones stay as they are"):
    val numbers = List(19647539.971760537, 2651.7283720802366, -0.0423456789012, 1.0000000001, 0.5, 0.0, 1291186176.0)
    val rounded = List(19647540.0, 2651.728, -0.04234568, 1.0, 0.5, 0.0, 1291186176.0)
    assertEquals(Rounded(ujson.Arr.from(numbers)), ujson.Arr.from(rounded))
    val text = ujson.Str("1.23456789")
    assertEquals(Rounded(ujson.Obj("a" -> ujson.Arr(1.23456789, text))), ujson.Obj("a" -> ujson.Arr(1.234568, text)))
