package shootout.analysis

import PartialResults.*

/** Each machine of a page is judged separately. */
class MachineSuite extends munit.FunSuite:
  private def on(host: String, file: ujson.Obj, more: (String, ujson.Value)*): ujson.Obj =
    file("environment") = ujson.Obj.from(("host" -> ujson.Str(host)) :: more.toList)
    file

  private def slow(host: String) = List(on(host, row("A", at("1", 40))), on(host, row("B", at("1", 10))))
  private def fast(host: String) = List(on(host, row("A", at("1", 1000))), on(host, row("B", at("1", 4000))))

  test("a machine is a host with its processor, memory, system and heap"):
    def labels(files: ujson.Obj*) =
      Machine.of(judged(files).map(_.file)).map(machine => machine.label -> machine.files)
    assertEquals(labels((slow("x") ++ slow("y"))*), List("x" -> Set(0, 1), "y" -> Set(2, 3)))
    val (small, large) = (on("x", row("A"), "cores" -> 2), on("x", row("A"), "cores" -> 64))
    assertEquals(labels(small, large, small), List("x (cores 2)" -> Set(0, 2), "x (cores 64)" -> Set(1)))
    val heaps = List(512, 1024).map: heap =>
      val file = on("x", row("A"))
      file("settings") = ujson.Obj("heap_mb" -> heap)
      file
    assertEquals(labels(heaps*).map(_._1), List("x (broker heap in MiB 512)", "x (broker heap in MiB 1024)"))
    assertEquals(labels(), Nil)

  test("machines are judged separately, and labels name them"):
    val judgements = Judgement.perMachine(judged(slow("x") ++ fast("y")))
    assertEquals(judgements.map(_.machine.map(_.label)), List(Some("x"), Some("y")))
    val winners = judgements.map(_.of(Choice.everything).verdicts.head.leader.contender.label)
    assertEquals(winners, List("A · x", "B · y"))
    assertEquals(judgements.map(_.rows.map(_.file)), List(Vector(0, 1), Vector(2, 3)))
    val factors = judgements.map(_.of(Choice.everything).tables.head._2.map(row => math.round(row.ratio.factor)))
    assertEquals(factors, List(List(1L, 4L), List(1L, 4L)))

  test("a single machine is not named"):
    val files = slow("x")
    val List(alone) = Judgement.perMachine(judged(files)): @unchecked
    assertEquals(alone.machine, None)
    assertEquals(alone.rows.map(_.label), Vector("A", "B"))
