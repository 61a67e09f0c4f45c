-- Sends a file's requests in turn. Each line has method, path and body, separated by tabs.
local requests, at = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^(%S+)\t(%S+)\t(.*)$")
    local headers = { ["content-type"] = body ~= "" and "application/json" or nil }
    for name, value in pairs(wrk.headers) do headers[name] = value end
    requests[#requests + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    "RESULT %d %d %f %d\n",
    summary.requests, summary.duration, latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout
  ))
end
