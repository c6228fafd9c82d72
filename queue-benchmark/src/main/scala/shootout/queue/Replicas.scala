package shootout.queue

import shootout.input.{Fields, Reader}

/** The section of a `broker.yaml` for a system whose servers differ in nothing but the number of copies. */
private[queue] object Replicas:
  /** @param least
    *   also the default; `most`: the system has no more
    */
  def reader(system: String, least: Int, most: Int): Reader[Int] =
    Fields.reader(s"a $system dialect")((f, _) => Some(f.getOrElse("replicas", Reader.int(least, most))(least)))

  /** As the result has it. */
  def options(replicas: Int, least: Int): List[(String, String)] =
    Option.when(replicas > least)("replicas" -> replicas.toString).toList
