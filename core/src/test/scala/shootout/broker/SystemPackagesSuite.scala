package shootout.broker

import java.nio.file.Path

class SystemPackagesSuite extends munit.FunSuite:
  private def source(executable: String): Source.SystemPackage =
    val everywhere = PackageManager.values.toList.map(_.command -> "a-broker")
    new Source.SystemPackage(List(Path.of("/nowhere"), Path.of(executable)), everywhere, Nil, List("echo", "7.1"))

  test("an installed program is used"):
    val sh = Path.of("/bin/sh")
    assertEquals(SystemPackages.locate("Sh", source("/bin/sh"), installs = false, _ => ()), Right(sh))
    assertEquals(SystemPackages.version(source("/bin/sh"), sh), Some("7.1"))

  test("a missing program is reported with the install command, which is not run"):
    val here = PackageManager.here
    assume(here.isDefined)
    val unavailable =
      SystemPackages.locate("B", source("/not/there"), installs = false, fail(_)).left.toOption.get
    assertEquals(unavailable.reason, "B is not installed")
    assert(unavailable.remedy.contains(here.get.installLine("a-broker")), unavailable)

  test("a plain name is searched on the PATH, and a program without a package is not installed"):
    val here =
      new Source.SystemPackage(List(Path.of("sh")), Nil, Nil, List("{{executable}}", "-c", "echo 7.1"))
    val sh =
      SystemPackages.locate("Sh", here, installs = false, _ => ()).fold(why => fail(s"$why"), identity)
    assertEquals(sh.getFileName, Path.of("sh"))
    assertEquals(SystemPackages.versionHere(here), Some("7.1"))
    assertEquals(SystemPackages.version(here.copy(versionCommand = Nil), sh), None)
    val missing = new Source.SystemPackage(List(Path.of("no-such-broker")), Nil, Nil, Nil)
    val why = SystemPackages.locate("B", missing, installs = true, fail(_)).left.toOption.get
    assertEquals(why.reason, "B is not installed")
    val remedy =
      "install it so that there is no-such-broker on the PATH; --install knows no package of it for this system"
    assertEquals(why.remedy, remedy)
    val elsewhere = Some(Path.of("/nowhere"))
    val apart =
      SystemPackages.locate("B", missing, installs = false, fail(_), elsewhere).left.toOption.get
    assert(apart.reason.contains("there is no /nowhere/sbin/no-such-broker"), apart)
