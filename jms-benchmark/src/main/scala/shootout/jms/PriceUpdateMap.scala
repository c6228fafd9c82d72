package shootout.jms

import shootout.driver.PriceUpdate

import javax.jms.MapMessage

/** A price update as the entries of a map message. */
private object PriceUpdateMap:
  def put(update: PriceUpdate, message: MapMessage): Unit =
    message.setLong("time", update.timeNanos)
    message.setString("symbol", update.symbol)
    message.setDouble("bid", update.bid)
    message.setLong("bid_volume", update.bidVolume)
    message.setDouble("ask", update.ask)
    message.setLong("ask_volume", update.askVolume)

  def get(message: MapMessage): PriceUpdate = PriceUpdate(
    message.getLong("time"),
    message.getString("symbol"),
    message.getDouble("bid"),
    message.getLong("bid_volume"),
    message.getDouble("ask"),
    message.getLong("ask_volume")
  )
