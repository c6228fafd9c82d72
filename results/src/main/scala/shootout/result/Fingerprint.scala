package shootout.result

import shootout.units.Json

/** What a cell was measured with, beyond its id: two results may stand in one file only if nothing of it differs.
  *
  * @param load
  *   digest of everything that producers and consumers do, as far as it differs from the plainest load
  * @param timing
  *   warm-up, samples and drain, in words
  * @param contender
  *   broker and version, protocol and client library, in words
  * @param settings
  *   digest of how the broker is started and configured, and spoken to
  * @param disk
  *   file system and device that the broker wrote to; null: it was started by somebody else, and in files of older tools, which have one
  *   disk for all cells in `environment`
  */
case class Fingerprint(load: String, timing: String, contender: String, settings: String, disk: Option[String] = None)
    derives Json.ReadWriter
