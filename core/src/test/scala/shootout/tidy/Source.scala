package shootout.tidy

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.regex.Matcher
import scala.sys.process.*

/** A broken rule and its place; `line` counts from 1. */
case class Finding(path: String, line: Int, message: String):
  override def toString: String = s"$path:$line: $message"

/** A text file of the project; `path` is relative to the root. */
case class Source(path: String, text: String):
  lazy val lines: Vector[String] = text.linesIterator.toVector

  def name: String = path.split('/').last
  def extension: String = name.split('.').last
  def isScala: Boolean = extension == "scala"
  def isJavaScript: Boolean = extension == "js" || extension == "mjs"
  def isBash: Boolean = extension == "sh" || text.startsWith("#!/usr/bin/env bash")
  def isMarkdown: Boolean = extension == "md"
  def isTest: Boolean =
    path.contains("/src/test/") || path.contains("-test/") || path.startsWith("e2e/")
  def isScalaMain: Boolean = isScala && path.contains("/src/main/")

  lazy val withoutComments: String = Source.blank(text, strings = false)

  /** Scala without comments and string contents. */
  lazy val code: String = Source.blank(text, strings = true)

  def mentions(word: String): Boolean =
    s"(?<![\\w-])\\Q$word\\E(?![\\w-])".r.findFirstIn(text).isDefined

  /** The places where `pattern` matches `in`, which has the same lines as this file. */
  def find(pattern: String, in: String = text)(message: Matcher => Option[String]): List[Finding] =
    val matcher = pattern.r.pattern.matcher(in)
    Iterator
      .continually(matcher)
      .takeWhile(_.find())
      .flatMap(m => message(m).map(Finding(path, in.take(m.start).count(_ == '\n') + 1, _)))
      .toList

object Source:
  private val character = "'(?:\\\\.|[^'\\\\\n])'"
  private val block = "(?s:\"\"\".*?\"\"\")"
  private val string = "\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\""
  private val comment = "//[^\n]*|(?s:/\\*.*?\\*/)"
  private val token = s"$character|$block|$string|$comment".r

  /** Keeps line breaks, so that line numbers stay the same. */
  private def blank(text: String, strings: Boolean): String =
    token.replaceAllIn(
      text,
      m =>
        val isComment = m.matched.startsWith("/")
        Matcher.quoteReplacement(if isComment || strings then m.matched.filter(_ == '\n') else m.matched)
    )

  /** Every file that git tracks or would track; binary, vendored and generated files have no text. */
  def all(home: Path): List[Source] =
    val listing =
      Process(Seq("git", "ls-files", "--cached", "--others", "--exclude-standard"), home.toFile)
    listing.lazyLines.toList.distinct
      .map(path => path -> home.resolve(path))
      .collect { case (path, file) if Files.isRegularFile(file) => Source(path, if ours(path) then text(file) else "") }

  private def ours(path: String) =
    !path.contains("/vendor/") && !path.startsWith("docs/sample/") && path != "LICENSE"

  private def text(file: Path): String =
    val bytes = Files.readAllBytes(file)
    if bytes.contains(0.toByte) then "" else String(bytes, UTF_8)
