package shootout.broker

import java.nio.file.Path

class SystemPackagesSuite extends munit.FunSuite:
  private val everywhere = PackageManager.values.toList.map(_.command -> "a-broker")
  private def source(executable: String, install: List[(String, String)] = everywhere): Source.SystemPackage =
    new Source.SystemPackage(List(Path.of("/nowhere"), Path.of(executable)), install, Nil, List("echo", "7.1"))

  test("what is installed is used, whatever is allowed") {
    val sh = Path.of("/bin/sh")
    assertEquals(SystemPackages.locate("Sh", source("/bin/sh"), installs = false, _ => ()), Right(sh))
    assertEquals(SystemPackages.version(source("/bin/sh"), sh), Some("7.1"))
  }

  test("what is missing is told with the command that gets it, and nothing is run") {
    val here = PackageManager.here
    assume(here.isDefined)
    val unavailable = SystemPackages.locate("B", source("/not/there"), installs = false, fail(_)).left.toOption.get
    assertEquals(unavailable.reason, "B is not installed")
    assert(unavailable.remedy.contains(here.get.installLine("a-broker")), unavailable)
  }

  test("a name without a folder is looked for on the PATH, and nothing can install what no package brings") {
    val here = new Source.SystemPackage(List(Path.of("sh")), Nil, Nil, List("{{executable}}", "-c", "echo 7.1"))
    val sh = SystemPackages.locate("Sh", here, installs = false, _ => ()).fold(why => fail(s"$why"), identity)
    assertEquals(sh.getFileName, Path.of("sh"))
    assertEquals(SystemPackages.versionHere(here), Some("7.1"))
    assertEquals(SystemPackages.version(here.copy(versionCommand = Nil), sh), None)
    val missing = new Source.SystemPackage(List(Path.of("no-such-broker")), Nil, Nil, Nil)
    val why = SystemPackages.locate("B", missing, installs = true, fail(_)).left.toOption.get
    assertEquals(why.reason, "B is not installed")
    assertEquals(
      why.remedy,
      "install it so that there is no-such-broker on the PATH; --install knows no package of it for this system"
    )
    val apart =
      SystemPackages.locate("B", missing, installs = false, fail(_), Some(Path.of("/nowhere"))).left.toOption.get
    assert(apart.reason.contains("there is no /nowhere/sbin/no-such-broker"), apart)
  }

  test("no package for this system: told where it is looked for") {
    val unavailable =
      SystemPackages.locate("B", source("/not/there", Nil), installs = true, fail(_)).left.toOption.get
    assert(unavailable.remedy.contains("/nowhere or /not/there"), unavailable)
  }
