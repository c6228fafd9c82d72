package shootout.broker

import java.nio.file.Path

class SystemPackagesSuite extends munit.FunSuite:
  private val everywhere = PackageManager.values.toList.map(_.command -> "a-broker")
  private def source(executable: String, install: List[(String, String)] = everywhere): Source.SystemPackage =
    new Source.SystemPackage(List(Path.of("/nowhere"), Path.of(executable)), install, Nil, List("echo", "7.1"))

  test("what is installed is used, whatever is allowed") {
    val sh = Path.of("/bin/sh")
    assertEquals(SystemPackages.locate("Sh", source("/bin/sh"), allowInstall = false, _ => ()), Right(sh))
    assertEquals(SystemPackages.version(source("/bin/sh"), sh), Some("7.1"))
  }

  test("what is missing is told with the command that gets it, and nothing is run") {
    val here = PackageManager.here
    assume(here.isDefined)
    val unavailable = SystemPackages.locate("B", source("/not/there"), allowInstall = false, fail(_)).left.toOption.get
    assertEquals(unavailable.reason, "B is not installed")
    assert(unavailable.remedy.contains(here.get.installLine("a-broker")), unavailable)
  }

  test("no package for this system: told where it is looked for") {
    val unavailable =
      SystemPackages.locate("B", source("/not/there", Nil), allowInstall = true, fail(_)).left.toOption.get
    assert(unavailable.remedy.contains("/nowhere or /not/there"), unavailable)
  }
