// The kinds of latency that results have, by their names there, in words. Tables, curves and CSV follow from this.

export const LATENCIES = {
  end_to_end: 'end to end', send: 'send to receipt', commit: 'commit', round_trip: 'round trip',
  schedule_delay: 'schedule delay',
};
