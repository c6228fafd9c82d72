package shootout.units

class CountedSuite extends munit.FunSuite:
  test("a count has the singular for one and the plural otherwise"):
    assertEquals(List(0, 1, 2).map(Counted(_, "load")), List("0 loads", "1 load", "2 loads"))
    assertEquals(List(1, 2).map(Counted.of(_, "file is", "files are")), List("1 file is", "2 files are"))
