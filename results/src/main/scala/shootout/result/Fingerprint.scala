package shootout.result

import shootout.units.Json

/** What a cell was measured with, beyond its id: two results may stand in one file only if nothing of it differs.
  *
  * @param load
  *   digest of everything that producers and consumers do
  * @param timing
  *   warm-up, samples and drain, in words
  * @param contender
  *   broker and version, protocol and client library, in words
  * @param settings
  *   digest of how the broker is started and configured, and spoken to
  */
case class Fingerprint(load: String, timing: String, contender: String, settings: String) derives Json.ReadWriter
