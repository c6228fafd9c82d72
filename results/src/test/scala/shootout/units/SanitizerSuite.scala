package shootout.units

import java.nio.file.Path

class SanitizerSuite extends munit.FunSuite:
  test("escape sequences and control characters are removed"):
    assertEquals(Sanitizer.line("\u001b[1;31mred\u001b[0m"), "red")
    assertEquals(
      Sanitizer.line("\u001b]0;a title\u0007text \u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\"),
      "text link"
    )
    assertEquals(Sanitizer.line("a\u009b2Jb\u001bcd\u0007e\u0000f"), "abdef")
    assertEquals(Sanitizer.line("good\rbad"), "goodbad")
    assertEquals(Sanitizer.line("\u202eright to left\u2066"), "right to left")
    assertEquals(Sanitizer.line("\u001b"), "")
    assertEquals(Sanitizer.line("\u001bPa string without an end"), "")

  test("letters, brackets and quotes remain"):
    for text <- List("größer, 大きい, [x] {y} <z>", "C:\\temp\\x", "50 % \"of\" it's") do
      assertEquals(Sanitizer.line(text), text)

  test("several lines become one"):
    assertEquals(Sanitizer.line("first\r\n\n  second \n"), "first | second")
    assertEquals(Sanitizer.plain("first\r\n\tsecond\u0007\n"), "first\n\tsecond\n")

  test("a text is cut after 500 characters"):
    assertEquals(Sanitizer.line("x" * 500), "x" * 500)
    assertEquals(Sanitizer.line("x" * 5_000_000), "x" * 500 + " ... (4999500 more characters)")

  test("secrets are masked, even around removed characters and at the cut"):
    assertEquals(Sanitizer.line("login:me passcode:hush", List("hush")), "login:me passcode:********")
    assertEquals(Sanitizer.line("hu\u001b[0msh hu\u0000sh", List("hush")), "******** ********")
    assertEquals(Sanitizer.line("[31m is it", List("[31m")), "******** is it")
    assertEquals(Sanitizer.line("secret", List("sec", "secret", "")), "********")
    assert(!Sanitizer.line("x" * 498 + "hush", List("hush")).contains("hu"))

  test("an endpoint masks its passcode and the password of its trust store"):
    val store = Trust.Store(Path.of("/store"), "changed")
    val endpoint = Endpoint("localhost", 1, Some("me"), Some("hush"), Some(store))
    assertEquals(endpoint.quoted("me, hush, changed"), "me, ********, ********")
    assertEquals(endpoint.copy(passcode = None, tls = None).quoted("me, hush"), "me, hush")
