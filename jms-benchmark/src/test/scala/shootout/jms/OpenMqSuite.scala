package shootout.jms

import java.util.logging.{Level, LogManager}

class OpenMqSuite extends munit.FunSuite:
  test("its library stays silent although the garbage collector runs") {
    assertEquals(OpenMq.log.getLevel, Level.OFF)
    System.gc()
    assertEquals(Option(LogManager.getLogManager.getLogger("javax.jms")).map(_.getLevel), Some(Level.OFF))
  }
