package shootout.campaign

import shootout.scenario.{Cell, ScenarioTesting}
import shootout.units.Json

/** A digest is of what was declared, not of all that could have been. */
class LoadDigestSuite extends munit.FunSuite with ScenarioTesting:
  /** Between them they have something of each kind of value. */
  private val shared =
    """group: mine
      |title: Mine
      |matrix: {rate: [max, 25 %]}
      |scenario:
      |  id: mine
      |  destinations: {type: topic, count: 2, partitions: 3}
      |  producers: {count: 2, size: 20 B, rate: $rate, persistent: true, confirm: receipt, headers: {a: b}, priority: 7}
      |  consumers: {count: 2, durable: true, ack: client, ack_every: 3, prefetch: 10, think: {steps: {0 s: 1 ms, 2 s: 3 ms}}}
      |""".stripMargin

  private val grouped =
    """group: mine
      |title: Mine
      |scenario:
      |  id: mine
      |  destinations: {type: queue}
      |  producers:
      |    - {name: quick, size: 20 B, confirm: receipt, window: {steps: {0 s: 1, 1 s: 9}}}
      |    - {name: slow, size: {uniform: [20 B, 40 B]}, mode: sync, transaction: 10, rollback_every: 5, message: text}
      |  consumers: {prefetch: {preferred: 7}, selector: "a = 1"}
      |""".stripMargin

  private val plainest =
    """group: mine
      |title: Mine
      |scenario:
      |  id: mine
      |  destinations: {type: queue}
      |  producers: {size: 20 B}
      |  consumers: {}
      |""".stripMargin

  private val all = List(shared, grouped, plainest)

  private def only(text: String): Cell = cells(text).last
  private def json(cell: Cell): ujson.Value = Json.writeJs(LoadDigest.bare(cell))

  /** As if there were one more key, at each place that may have keys. */
  private def grown(value: ujson.Value, key: ujson.Value): ujson.Value =
    val copy = ujson.copy(value)
    val groups = copy("producers").arr ++ copy("consumers").arr
    for place <- copy :: copy("destinations") :: groups.toList ++ copy("producers").arr.map(_("message")) do
      place("brand_new") = key
    copy

  test("a new key that is at its default changes nothing, be that off, none or a number; one with a value does"):
    for default <- List[ujson.Value](ujson.False, ujson.Null, 7) do
      val plain = grown(LoadDigest.Plain, default)
      for text <- all do
        val load = json(only(text))
        assertEquals(LoadDigest.of(grown(load, default), plain), LoadDigest.of(only(text)))
        assertNotEquals(LoadDigest.of(grown(load, true), plain), LoadDigest.of(only(text)))

  test("each value that is changed changes it"):
    val changes = List(
      "size: 20 B" -> "size: 21 B",
      "size: 20 B" -> "size: {uniform: [20 B, 30 B]}",
      "size: 20 B" -> "size: 20 B, persistent: true",
      "size: 20 B" -> "size: 20 B, confirm: receipt",
      "size: 20 B" -> "size: 20 B, mode: sync",
      "size: 20 B" -> "size: 20 B, mode: sync, transaction: 3",
      "size: 20 B" -> "size: 20 B, mode: sync, batch: 3",
      "size: 20 B" -> "size: 20 B, rate: 20/s",
      "size: 20 B" -> "size: 20 B, rate: {total: 20/s}",
      "size: 20 B" -> "size: 20 B, think: 20 ms",
      "size: 20 B" -> "size: 20 B, priority: 0",
      "size: 20 B" -> "size: 20 B, message: text",
      "size: 20 B" -> "size: 20 B, headers: {a: b}",
      "size: 20 B" -> "size: 20 B, headers: {a: c}",
      "size: 20 B" -> "size: 20 B, count: 2",
      "type: queue" -> "type: topic",
      "type: queue" -> "type: queue, partitions: 2",
      "type: queue" -> "type: queue, name: ours",
      "consumers: {}" -> "consumers: {prefetch: 1}",
      "consumers: {}" -> "consumers: {prefetch: {preferred: 1}}",
      "consumers: {}" -> "consumers: {ack: client}",
      "consumers: {}" -> "consumers: {verify: all}",
      "consumers: {}" -> "consumers: [{name: a}, {name: b}]",
      "consumers: {}" -> "consumers: {count: 0}"
    )
    val texts = plainest :: changes.map(plainest.replace(_, _))
    assertEquals(texts.map(text => LoadDigest.of(only(text))).distinct.size, texts.size)
    assert(texts.map(only).combinations(2).forall {
      case List(a, b) => !LoadDigest.fits(a, LoadDigest.of(b)); case _ => false
    })

  test("what it is called, where it is shown and how long it takes is no part of it"):
    // the id of a maximum is part of its shares
    for text <- all.tail do
      val other = text.replace("mine", "other").replace("Mine", "Other").replace("  id:", "  samples: 3\n  id:")
      assertEquals(LoadDigest.of(only(other)), LoadDigest.of(only(text)))

  // as the tool wrote them that took the whole text; these must never change
  test("digests in files of older tools are known; with another value they are not"):
    val before = List("2ec4d3b3a2f6ed96", "f1454a976740aff2", "2619f101d927f659")
    assertEquals(all.map(text => Fingerprints.digest(LoadDigest.text(LoadDigest.bare(only(text))))), before)
    for (text, digest) <- all.zip(before) do
      assert(LoadDigest.fits(only(text), digest), text)
      assert(!LoadDigest.fits(only(text.replace("20 B", "21 B")), digest))

  test("what this tool writes is known by the next one"):
    assertEquals(all.map(text => LoadDigest.of(only(text))), List("39a73816595acf6b", "e7bfc11385151576", "625e81d90597476e"))
