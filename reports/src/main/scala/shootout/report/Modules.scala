package shootout.report

import java.nio.file.Path
import scala.util.matching.Regex

/** Joins the page's ES modules into one script.
  *
  * Browsers refuse to import a module from disk (`file:`), but they run a module that is in the page. So we write the
  * modules one after the other, dependencies first. Each becomes a function that is called at once and returns the
  * module's exports, so its private names stay private. Imports must have the form `import { a, b } from './file.js';`,
  * also from another folder, without renaming. Exports must be declarations.
  */
object Modules:
  private val Import: Regex = """(?m)^import\s*\{([^}]*)\}\s*from\s*'(\.{1,2}/[\w./-]+\.js)';[ \t]*\n""".r
  private val Export: Regex = """(?m)^export (?=(?:async )?(?:function\*?|const|class) +(\w+))""".r
  private val Unjoined: Regex = """(?m)^\s*(import|export)\b""".r

  /** @param entry
    *   the first module
    * @param source
    *   returns the text of the module with this path
    */
  def join(entry: String, source: String => String): String =
    order(entry, source, Nil, Nil).reverse.map(name => wrapped(name, source(name))).mkString("\n")

  /** `name` and every module that it needs, the latest first. */
  private def order(name: String, source: String => String, done: List[String], path: List[String]): List[String] =
    require(!path.contains(name), s"modules import each other: ${(name :: path).reverse.mkString(" -> ")}")
    if done.contains(name) then done
    else
      val needed = Import.findAllMatchIn(source(name)).map(found => resolved(name, found.group(2))).toList
      name :: needed.foldLeft(done)((sofar, other) => order(other, source, sofar, name :: path))

  private def wrapped(name: String, text: String): String =
    Import.findAllMatchIn(text).foreach: found =>
      require(!found.group(1).contains(" as "), s"$name: an import may not rename")
    val exported = Export.findAllMatchIn(text).map(_.group(1)).mkString("return { ", ", ", " };\n")
    val inside =
      Export.replaceAllIn(
        Import.replaceAllIn(text, m => s"const {${m.group(1)}} = ${variable(resolved(name, m.group(2)))};\n"),
        ""
      )
    Unjoined.findFirstIn(inside).foreach(line => throw IllegalArgumentException(s"$name: cannot join '${line.trim}'"))
    s"// $name\nconst ${variable(name)} = (() => {\n$inside$exported})();\n"

  /** The path of a module that `importer` names relative to its own folder. */
  private def resolved(importer: String, path: String): String =
    Path.of(importer).resolveSibling(path).normalize.nn.toString

  private def variable(file: String): String = "module_" + file.stripSuffix(".js").replaceAll("\\W", "_")
