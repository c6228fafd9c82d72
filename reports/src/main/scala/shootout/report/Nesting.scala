package shootout.report

/** How deep arrays and objects of a JSON text are nested. */
object Nesting:
  /** Of what is no JSON, any number. */
  def of(text: String): Int =
    var depth = 0
    var deepest = 0
    var inString = false
    var i = 0
    while i < text.length do
      text.charAt(i) match
        case '\\' if inString => i += 1
        case '"' => inString = !inString
        case '[' | '{' if !inString =>
          depth += 1
          deepest = math.max(deepest, depth)
        case ']' | '}' if !inString => depth -= 1
        case _ => ()
      i += 1
    deepest
