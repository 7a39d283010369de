-- One line of JSON in place of wrk's prose. It runs once, at the end, and costs the measurement nothing.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"bytes":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,' ..
    '"errors":{"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d}}\n',
    summary.requests, summary.bytes, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status, errors.connect, errors.read, errors.write, errors.timeout))
end
