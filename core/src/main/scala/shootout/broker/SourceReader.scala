package shootout.broker

import shootout.input.*

import java.nio.file.Path

/** Reads the `get` section of `broker.yaml`. */
private object SourceReader:
  private val managers = PackageManager.values.map(m => m.command -> m.command).toList

  def source(version: Option[String]): Reader[Source] =
    Fields.reader("one of jars, archive, package, own_classes") { (f, problems) =>
      val jars = f.option("jars", Reader.list(coordinate(version, 3 to 3, "group:artifact:version")))
      val exclusions = f.getOrElse("exclude", Reader.list(coordinate(version, 2 to 2, "group:artifact")))(Nil)
      val archive = f.option("archive", coordinate(version, 4 to 5, "group:artifact:version:type[:classifier]"))
      val home = f.getOrElse("home", Reader.text)("")
      val system = f.option("package", systemPackage)
      val own = f.option("own_classes", Reader.word("true" -> Source.OwnClasses))
      val found = jars.map(Source.Jars(
        _,
        exclusions
      )).toList ++ archive.map(Source.Archive(_, version.fold(home)(home.replace("{{version}}", _)))) ++ system ++ own
      if found.size != 1 then
        problems.add(f.place, s"found ${found.size} sources, expected one of jars, archive, package, own_classes")
      found.headOption
    }

  private def coordinate(version: Option[String], parts: Range, words: String): Reader[String] =
    Reader.scalar(words + (if version.isEmpty then "" else " (where {{version}} may stand)")) { text =>
      val rendered = version.fold(text)(text.replace("{{version}}", _))
      Option.when(parts.contains(rendered.split(":", -1).size) && rendered.matches("[\\w.:-]+"))(rendered)
    }

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
