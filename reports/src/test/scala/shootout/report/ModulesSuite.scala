package shootout.report

import munit.FunSuite

class ModulesSuite extends FunSuite:
  private def join(sources: (String, String)*): String = Modules.join("a.js", sources.toMap)

  test("puts what is needed first, once, each in a scope of its own"):
    val joined = join(
      "a.js" -> "import { b } from './b.js';\nimport {\n  c,\n} from './c.js';\nexport const a = b + c;\n",
      "b.js" -> "import { c } from './c.js';\nexport function b() {\n  return c;\n}\n",
      "c.js" -> "export const c = 1;\n"
    )
    assertEquals(
      joined,
      "// c.js\nconst module_c = (() => {\nconst c = 1;\nreturn { c };\n})();\n\n" +
        "// b.js\nconst module_b = (() => {\nconst { c } = module_c;\nfunction b() {\n  return c;\n}\nreturn { b };\n})();\n\n" +
        "// a.js\nconst module_a = (() => {\nconst { b } = module_b;\nconst {\n  c,\n} = module_c;\nconst a = b + c;\nreturn { a };\n})();\n"
    )

  test("finds modules in other folders from where the importer lies"):
    val joined = join(
      "a.js" -> "import { b } from './lib/b.js';\nexport const a = b;\n",
      "lib/b.js" -> "import { c } from '../tables/c.js';\nexport const b = c;\n",
      "tables/c.js" -> "export const c = 1;\n"
    )
    assertEquals(
      joined.linesIterator.filter(_.startsWith("//")).toList,
      List("// tables/c.js", "// lib/b.js", "// a.js")
    )
    assert(joined.contains("const { c } = module_tables_c;"))

  test("refuses circles and forms that it cannot join"):
    def refused(sources: (String, String)*): String =
      intercept[IllegalArgumentException](join(sources*)).text
    assert(refused("a.js" -> "import { a } from './a.js';\n").contains("a.js -> a.js"))
    assert(refused("a.js" -> "import { b as c } from './b.js';\n", "b.js" -> "").contains("rename"))
    assert(refused("a.js" -> "import * as b from './b.js';\n").contains("cannot join 'import'"))
    assert(refused("a.js" -> "export default 1;\n").contains("cannot join 'export'"))

  extension (e: Throwable) private def text: String = Option(e.getMessage).getOrElse("")
