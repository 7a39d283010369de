-- Arguments FROM COUNT DISTINCT: sends requests FROM, FROM + 1, … until COUNT are answered, each in the name of the
-- next of DISTINCT client addresses, and counts the statuses.
function init(args)
  -- wrk itself calls request() once and sends nothing.
  nextRequest, count, distinct = tonumber(args[1]) - 1, tonumber(args[2]), tonumber(args[3])
  ok, other = 0, 0
  head = wrk.format():sub(1, -3) .. 'X-Forwarded-For: '
end

function request()
  local number = nextRequest % distinct
  nextRequest = nextRequest + 1
  local high, middle, low = math.floor(number / 65536), math.floor(number / 256) % 256, number % 256
  return head .. string.format('20.%d.%d.%d\r\n\r\n', high, middle, low)
end

function response(status)
  if status == 200 then ok = ok + 1 else other = other + 1 end
  if ok + other < count then return end
  io.write(string.format('{"ok":%d,"other":%d}\n', ok, other))
  io.flush()
  -- Stopping the thread would leave wrk asleep to the end of its time.
  os.exit(0)
end
