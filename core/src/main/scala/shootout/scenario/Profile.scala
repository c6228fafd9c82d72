package shootout.scenario

/** What a user may ask for; each profile contains the ones before it. */
enum Profile:
  case Quick, Standard, Full

  /** As people write it. */
  def word: String = toString.toLowerCase(java.util.Locale.ROOT).nn

  /** The profiles that have all that is in this one. */
  def andLarger: Set[Profile] = Profile.values.filter(_.contains(this)).toSet

  def contains(other: Profile): Boolean = other.ordinal <= ordinal
