package shootout.scenario

/** What a user may ask for. */
enum Profile:
  /** Each of these contains the ones before it. */
  case Quick, Standard, Full

  /** Stands apart: the loads of replicated queues, for which clusters are started. */
  case Replicated

  /** As people write it. */
  def word: String = toString.toLowerCase(java.util.Locale.ROOT)

  /** The profiles that have all that is in this one. */
  def andLarger: Set[Profile] = Profile.values.filter(_.contains(this)).toSet

  def contains(other: Profile): Boolean =
    this == other || this != Profile.Replicated && other != Profile.Replicated && other.ordinal <= ordinal

  /** The one whose timing it has where a scenario has none of its own for it. */
  def timedAs: Profile = if this == Profile.Replicated then Profile.Standard else this
