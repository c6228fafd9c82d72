package shootout.broker

import java.nio.file.{Files, Path}
import java.util.zip.{ZipEntry, ZipOutputStream}
import scala.concurrent.duration.*
import scala.util.Using

/** The real pip with a local registry; skipped without pip. */
class PipWheelsIT extends TemporaryFolder:
  override val munitTimeout: Duration = 5.minutes

  private def zip(file: Path, entries: (String, String)*): Path =
    Files.createDirectories(file.getParent)
    Using.resource(ZipOutputStream(Files.newOutputStream(file))) { out =>
      for (name, text) <- entries do
        out.putNextEntry(ZipEntry(name))
        out.write(text.getBytes)
    }
    file

  /** Locks a broker, refuses a wrong checksum, and downloads the locked files. */
  private def locked(folder: Path, name: String, client: String*): Path =
    val wheels = PipWheels(folder, 2.minutes, installs = false, _ => (), client.toList)
    val spec = Brokers.named("echo", "tiny", "Tiny", Source.Wheels(List(name)))
    val sums = wheels.sums(spec).fold(why => fail(why.toString), identity)
    assertEquals(sums.sums.size, 1)
    val wrong = wheels.fetch(spec, Checksums(sums.sums.map((file, _) => file -> "0" * 64)))
    assert(wrong.left.toOption.exists(_.reason.startsWith("Tiny is refused: ")), wrong)
    wheels.fetch(spec, sums).fold(why => fail(why.toString), identity)

  private def run(command: String*): String =
    ToolCommand.run(command.toList, None, 1.minute).fold(why => fail(why.toString), _.mkString("\n"))

  private def needs(programs: String*): Unit =
    for program <- programs do assume(PackageManager.onPath(program).isDefined, s"no $program here")

  folder.test("pip downloads a locked package that runs"): folder =>
    needs("pip3", "python3")
    val wheels = folder.resolve("wheels")
    val info = "tiny-1.0.dist-info"
    zip(
      wheels.resolve("tiny-1.0-py3-none-any.whl"),
      "tiny.py" -> "print('it runs')\n",
      s"$info/METADATA" -> "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
      s"$info/WHEEL" -> "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
      s"$info/RECORD" -> s"tiny.py,,\n$info/METADATA,,\n$info/WHEEL,,\n$info/RECORD,,\n"
    )
    val offline = List("env", "PIP_NO_INDEX=1", s"PIP_FIND_LINKS=$wheels", "pip3")
    val there = locked(folder, "tiny==1.0", offline*)
    assertEquals(run("env", s"PYTHONPATH=$there", "python3", "-m", "tiny"), "it runs")
