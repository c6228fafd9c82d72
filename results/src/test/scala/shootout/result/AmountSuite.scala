package shootout.result

import munit.FunSuite
import shootout.result.AmountUnit.{Bytes, PerS, Percent, S}
import shootout.units.{Json, QuantityKind}

class AmountSuite extends FunSuite:
  test("a quantity is converted to the unit of results"):
    val expected = List(
      "10" -> Amount(10, None),
      "0.5" -> Amount(0.5, None),
      "75 %" -> Amount(75, Some(Percent)),
      "20 B" -> Amount(20, Some(Bytes)),
      "10 kB" -> Amount(10_000, Some(Bytes)),
      "1.5 KiB" -> Amount(1536, Some(Bytes)),
      "500 us" -> Amount(0.0005, Some(S)),
      "10ms" -> Amount(0.01, Some(S)),
      "2 min" -> Amount(120, Some(S)),
      "20000/s" -> Amount(20_000, Some(PerS)),
      "6/min" -> Amount(0.1, Some(PerS)),
      "256k" -> Amount(262144, Some(Bytes)),
      "20b" -> Amount(20, Some(Bytes))
    )
    for (text, amount) <- expected do assertEquals(Amount.of(text), Some(amount), text)

  test("a word is not an amount"):
    for text <- List("queue", "max", "true", "dups_ok", "unbounded", "", "1.2.3", "10 things", "-1", "b") do
      assertEquals(Amount.of(text), None, text)

  test("nanoseconds of the engine become seconds in results"):
    assertEquals(Amount.of(5e6, Some(QuantityKind.Duration)), Amount(0.005, Some(S)))
    assertEquals(Amount.of(200, None), Amount(200, None))
    assertEquals(Json.write(Amount.of(1000, Some(QuantityKind.Rate))), """{"value":1000,"unit":"per_s"}""")
