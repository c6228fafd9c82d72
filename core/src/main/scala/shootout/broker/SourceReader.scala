package shootout.broker

import shootout.yaml.*

import java.nio.file.Path

/** Reads the `get` section of `broker.yaml`. */
private object SourceReader:
  private val managers = PackageManager.values.toList.map(_.command)
  private val known = "jars, archive, pip, package, executable, own_classes"

  def source(version: Option[String]): Reader[Source] =
    Fields.reader(s"one of $known") { (f, problems) =>
      val exclusions = f.getOrElse("exclude", Reader.list(coordinate(version, 2 to 2, "group:artifact")))(Nil)
      val home = rendered(version, f.getOrElse("home", Reader.text)(""))
      val versionCommand = f.getOrElse("version_command", Reader.list(Reader.text))(Nil)
      val program =
        f.option("executable", Reader.scalar("the name of a program, or its path")(Some(_).filter(_.nonEmpty)))
      val wheels = f.option("pip", Reader.list(wheel(version)))
      val found = List(
        f.option(
          "jars",
          Reader.list(coordinate(version, 3 to 3, "group:artifact:version"))
        ).map(Source.Jars(_, exclusions)),
        f.option(
          "archive",
          coordinate(version, 4 to 5, "group:artifact:version:type[:classifier]")
        ).map(Source.Archive(_, home)),
        wheels.map(Source.Wheels(_)),
        f.option("package", systemPackage),
        program.map(name => new Source.SystemPackage(List(Path.of(name)), Nil, Nil, versionCommand)),
        f.option("own_classes", Reader.word("true" -> Source.OwnClasses))
      ).flatten
      if found.size != 1 then
        problems.add(f.place, s"found ${found.size} sources, expected one of $known")
      if wheels.contains(Nil) then
        problems.add(f.place, "pip: found an empty list, expected name==version")
      if versionCommand.nonEmpty && program.isEmpty then
        problems.add(f.place, "version_command belongs to executable; remove it, or write it into package")
      found.headOption
    }

  private def rendered(version: Option[String], text: String): String =
    version.fold(text)(text.replace("{{version}}", _))

  private def coordinate(version: Option[String], parts: Range, words: String): Reader[String] =
    Reader.scalar(words + (if version.isEmpty then "" else " (may contain {{version}})")) { text =>
      Some(rendered(version, text)).filter(c => parts.contains(c.split(":", -1).size) && c.matches("[\\w.:-]+"))
    }

  private def wheel(version: Option[String]): Reader[String] =
    Reader.scalar("a package with its version, name==version (may contain {{version}})") { text =>
      Some(rendered(version, text)).filter(PipWheels.isPackage)
    }

  private val systemPackage: Reader[Source.SystemPackage] =
    Fields.reader("a mapping: executables, install, services, version_command") { (f, problems) =>
      val texts = Reader.list(Reader.text)
      val executables = f.require("executables", texts)
      val install = f.require("install", Reader.mapOf(Reader.text)).getOrElse(Nil)
      for (manager, _) <- install if !managers.contains(manager) do
        problems.add(f.place, s"package manager '$manager', expected ${managers.mkString(", ")}")
      val services = f.getOrElse("services", texts)(Nil)
      val versionCommand = f.require("version_command", texts)
      for e <- executables; v <- versionCommand yield Source.SystemPackage(e.map(Path.of(_)), install, services, v)
    }
