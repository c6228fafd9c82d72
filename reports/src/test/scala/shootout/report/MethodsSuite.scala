package shootout.report

class MethodsSuite extends munit.FunSuite:
  test("headings are lowered, and links to documents and HTML are text"):
    assertEquals(
      Methods.html("# A\n\n[b *c*](d.md) [e](https://f.org/) <script>g</script>").trim,
      "<h3>A</h3>\n<p>b <em>c</em> <a rel=\"nofollow\" href=\"https://f.org/\">e</a> &lt;script&gt;g&lt;/script&gt;</p>"
    )

  test("the page has the methodology"):
    val page = Page.single(Nil, Nil)
    assert(page.contains("<template class=\"methods\"><h3>Methodology</h3>"), page.take(200))
