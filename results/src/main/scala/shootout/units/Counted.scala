package shootout.units

/** How many of something, in words: `1 load`, `6 loads`. */
object Counted:
  def apply(n: Int, one: String): String = of(n, one, one + "s")

  /** Of a word, or several, whose plural is more than an s: `1 file is`, `2 files are`. */
  def of(n: Int, one: String, many: String): String = s"$n ${if n == 1 then one else many}"
