package shootout.scenario

/** What a user may ask for; each profile contains the ones before it. */
enum Profile:
  case Quick, Standard, Full

  /** As people write it. */
  def word: String = toString.toLowerCase(java.util.Locale.ROOT).nn

  def contains(other: Profile): Boolean = other.ordinal <= ordinal
