package shootout.report

import scala.util.matching.Regex

/** Joins the page's ES modules into one script.
  *
  * Browsers refuse to import a module from disk (`file:`), but run a module that stands in the page. So the modules are
  * written one after the other, dependencies first, without their `import` lines and `export` words. They share one
  * scope then: a name declared twice is a syntax error, which the browser test would see. Imports must be of the form
  * `import { a, b } from './file.js';`, without renaming.
  */
object Modules:
  private val Import: Regex = """(?m)^import\s*\{([^}]*)\}\s*from\s*'\./([\w-]+\.js)';[ \t]*\n""".r
  private val Export: Regex = """(?m)^export (?=(async )?(function|const|let|class)\b)""".r
  private val Unjoined: Regex = """(?m)^\s*(import|export)\b""".r

  /** @param entry
    *   the module to begin with
    * @param source
    *   text of a module by its file name
    */
  def join(entry: String, source: String => String): String =
    order(entry, source, Nil, Nil).reverse.map(name => s"// $name\n${plain(name, source(name))}").mkString("\n")

  /** Every module that `name` needs and `name` itself, latest first. */
  private def order(name: String, source: String => String, done: List[String], path: List[String]): List[String] =
    require(!path.contains(name), s"modules import each other: ${(name :: path).reverse.mkString(" -> ")}")
    if done.contains(name) then done
    else
      val needed = Import.findAllMatchIn(source(name)).map(_.group(2)).toList
      name :: needed.foldLeft(done)((sofar, other) => order(other, source, sofar, name :: path))

  private def plain(name: String, text: String): String =
    Import.findAllMatchIn(text).foreach: found =>
      require(!found.group(1).contains(" as "), s"$name: an import may not rename")
    val joined = Export.replaceAllIn(Import.replaceAllIn(text, ""), "")
    Unjoined.findFirstIn(joined).foreach(line => throw IllegalArgumentException(s"$name: cannot join '${line.trim}'"))
    joined
