package shootout.report

import munit.FunSuite

class ModulesSuite extends FunSuite:
  private def join(sources: (String, String)*): String = Modules.join("a.js", sources.toMap)

  test("imported modules come first, each once and in its own scope"):
    val joined = join(
      "a.js" -> "import { b } from './lib/b.js';\nimport {\n  c,\n} from './c.js';\nexport const a = b + c;\n",
      "lib/b.js" -> "import { c } from '../c.js';\nexport function b() {\n  return c;\n}\n",
      "c.js" -> "export const c = 1;\n"
    )
    val modules = List(
      "// c.js\nconst module_c = (() => {\nconst c = 1;\nreturn { c };",
      "// lib/b.js\nconst module_lib_b = (() => {\nconst { c } = module_c;\nfunction b() {\n  return c;\n}\nreturn { b };",
      "// a.js\nconst module_a = (() => {\nconst { b } = module_lib_b;\nconst {\n  c,\n} = module_c;\n" +
        "const a = b + c;\nreturn { a };"
    )
    assertEquals(joined, modules.map(_ + "\n})();\n").mkString("\n"))

  test("circular and unsupported imports are refused"):
    def refused(sources: (String, String)*): String =
      intercept[IllegalArgumentException](join(sources*)).text
    assert(refused("a.js" -> "import { a } from './a.js';\n").contains("a.js -> a.js"))
    assert(refused("a.js" -> "import { b as c } from './b.js';\n", "b.js" -> "").contains("rename"))
    assert(refused("a.js" -> "import * as b from './b.js';\n").contains("cannot join 'import'"))
    assert(refused("a.js" -> "export default 1;\n").contains("cannot join 'export'"))

  extension (e: Throwable) private def text: String = Option(e.getMessage).getOrElse("")
