package shootout.stomp

import shootout.driver.Refusal

import java.io.IOException

/** The broker refused something. */
final class StompError(message: String) extends IOException(message) with Refusal
