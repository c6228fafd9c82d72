package shootout.run

class FileLimitSuite extends munit.FunSuite:
  test("too many connections for the limit of open files: the command that raises it") {
    val problem = FileLimit.tooLow(clients = 5000, open = 60, limit = 1024)
    assert(problem.exists(_.contains("'ulimit -n 5200'")), problem)
    assert(FileLimit.tooLow(5000, 300, 5250).exists(_.contains("'ulimit -n 5300'")))
    assertEquals(FileLimit.tooLow(5000, 60, 5200), None)
    assertEquals(FileLimit.tooLow(Cells.cell()), None)
  }
