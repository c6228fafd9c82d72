package shootout.report

import org.commonmark.node.{AbstractVisitor, Heading, Link, Node}
import org.commonmark.parser.Parser
import org.commonmark.renderer.html.HtmlRenderer

/** Converts `docs/methodology.md` to HTML for the page, which must explain its numbers offline. */
object Methods:
  /** The page has two levels of headings above the document. */
  private val Deeper = 2
  private val Deepest = 6

  /** @param markdown
    *   HTML in it becomes text, and so do links to other documents, which are not next to the page
    */
  def html(markdown: String): String =
    val document = Parser.builder.build.parse(markdown)
    document.accept(Fitting())
    HtmlRenderer.builder.escapeHtml(true).sanitizeUrls(true).build.render(document)

  private class Fitting extends AbstractVisitor:
    override def visit(heading: Heading): Unit =
      heading.setLevel(math.min(Deepest, heading.getLevel + Deeper))
      visitChildren(heading)

    override def visit(link: Link): Unit =
      visitChildren(link)
      if !link.getDestination.startsWith("https://") then
        childrenOf(link).foreach(link.insertBefore)
        link.unlink()

    private def childrenOf(node: Node): List[Node] =
      Iterator.iterate(node.getFirstChild)(_.getNext).takeWhile(_ != null).toList
