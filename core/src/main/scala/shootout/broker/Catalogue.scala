package shootout.broker

import shootout.input.{Place, Problem}

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** All brokers that are known: one folder each. The null broker, which only calibrates, is among them. */
object Catalogue:
  /** @return
    *   the brokers and their variants, or the problems of all their files
    */
  def read(folder: Path): Either[List[Problem], List[BrokerSpec]] =
    if !Files.isDirectory(folder) then Left(List(Problem(Place(folder.toString, 1, 1), "is no folder of brokers")))
    else
      val folders = Using.resource(Files.list(folder))(_.iterator.asScala.toList).sorted
      val (problems, specs) =
        folders.filter(f => Files.exists(f.resolve(BrokerFile.name))).partitionMap(BrokerFile.readAll(_))
      if problems.isEmpty then Right(specs.flatten) else Left(problems.flatten)
