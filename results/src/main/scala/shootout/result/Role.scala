package shootout.result

import shootout.units.Json

/** What the clients of a group do. */
enum Role:
  case Producer, Consumer

object Role:
  given Json.ReadWriter[Role] = Json.wordCodec(Role.values)
