package shootout.broker

import shootout.yaml.*

import java.nio.file.Path

/** Reads the `get` section of `broker.yaml`. */
private object SourceReader:
  private val managers = PackageManager.values.map(m => m.command -> m.command).toList

  private val known = "jars, archive, pip, package, executable, own_classes"

  def source(version: Option[String]): Reader[Source] =
    Fields.reader(s"one of $known") { (f, problems) =>
      val jars = f.option("jars", Reader.list(coordinate(version, 3 to 3, "group:artifact:version")))
      val exclusions = f.getOrElse("exclude", Reader.list(coordinate(version, 2 to 2, "group:artifact")))(Nil)
      val archive = f.option("archive", coordinate(version, 4 to 5, "group:artifact:version:type[:classifier]"))
      val home = f.getOrElse("home", Reader.text)("")
      val system = f.option("package", systemPackage)
      val wheels = f.option("pip", packages(version)).map(Source.Wheels(_))
      val program =
        f.option("executable", Reader.scalar("the name of a program, or its path")(Some(_).filter(_.nonEmpty)))
      val versionCommand = f.getOrElse("version_command", Reader.list(Reader.text))(Nil)
      val own = f.option("own_classes", Reader.word("true" -> Source.OwnClasses))
      val found = jars.map(Source.Jars(
        _,
        exclusions
      )).toList ++ archive.map(Source.Archive(
        _,
        version.fold(home)(home.replace("{{version}}", _))
      )) ++ wheels ++ system ++
        program.map(name => new Source.SystemPackage(List(Path.of(name)), Nil, Nil, versionCommand)) ++ own
      if found.size != 1 then
        problems.add(f.place, s"found ${found.size} sources, expected one of $known")
      if wheels.contains(Source.Wheels(Nil)) then
        problems.add(f.place, "pip: found an empty list, expected name==version")
      if versionCommand.nonEmpty && program.isEmpty then
        problems.add(f.place, "version_command belongs to executable; remove it, or write it into package")
      found.headOption
    }

  private def coordinate(version: Option[String], parts: Range, words: String): Reader[String] =
    Reader.scalar(words + (if version.isEmpty then "" else " (may contain {{version}})")) { text =>
      val rendered = version.fold(text)(text.replace("{{version}}", _))
      Option.when(parts.contains(rendered.split(":", -1).size) && rendered.matches("[\\w.:-]+"))(rendered)
    }

  private def packages(version: Option[String]): Reader[List[String]] =
    Reader.list(Reader.scalar("a package with its version, name==version (may contain {{version}})") { text =>
      Some(version.fold(text)(text.replace("{{version}}", _))).filter(PipWheels.isPackage)
    })

  private val systemPackage: Reader[Source.SystemPackage] =
    Fields.reader("a mapping: executables, install, services, version_command") { (f, problems) =>
      val texts = Reader.list(Reader.text)
      val executables = f.require("executables", texts)
      val install = f.require("install", Reader.mapOf(Reader.text)).getOrElse(Nil)
      for (manager, _) <- install if !managers.exists(_._1 == manager) do
        problems.add(f.place, s"package manager '$manager', expected ${managers.map(_._1).mkString(", ")}")
      val services = f.getOrElse("services", texts)(Nil)
      val versionCommand = f.require("version_command", texts)
      for e <- executables; v <- versionCommand yield Source.SystemPackage(e.map(Path.of(_)), install, services, v)
    }
