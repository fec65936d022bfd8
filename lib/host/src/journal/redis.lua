-- The operations of a store on Redis. Each call is atomic, and may be repeated.
--
-- The holder of a game is the last server that took it, with a number. Only the holder can write, so that a server
-- that stood still cannot write over another one. A game can be taken when its holder's server has no lease.
local game, names, changed, holders = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local operation, lease, holder, name = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

local function lease_of(holder) return 'chuhe:server:' .. holder:match('^[^/]*') end

redis.call('SET', lease_of(holder), 1, 'PX', lease)

local function is_held()
    local last = redis.call('HGET', holders, name)
    return last and last ~= holder and redis.call('EXISTS', lease_of(last)) == 1
end

local function written()
    local time = redis.call('TIME')
    redis.call('ZADD', names, 0, name)
    redis.call('ZADD', changed, time[1] * 1000 + math.floor(time[2] / 1000), name)
    return {'done', ''}
end

if operation == 'renew' then
    return {'done', tostring(redis.call('ZCARD', names))}
elseif operation == 'create' then
    if redis.call('EXISTS', game) == 1 and redis.call('HGET', holders, name) ~= holder then return {'taken', ''} end
    redis.call('HSET', holders, name, holder)
    redis.call('SET', game, ARGV[5])
    return written()
elseif operation == 'open' then
    local content = redis.call('GET', game)
    if not content then return {'unknown', ''} end
    if is_held() then return {'busy', ''} end
    redis.call('HSET', holders, name, holder)
    return {'done', content}
end

-- What follows is the holder's alone.
if redis.call('HGET', holders, name) ~= holder then return {'replaced', ''} end
if operation == 'append' then
    local length, keep, lines = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
    if redis.call('STRLEN', game) ~= length then return {'other', ''} end
    if keep < length then
        redis.call('SET', game, redis.call('GETRANGE', game, 0, keep - 1) .. lines)
    else
        redis.call('APPEND', game, lines)
    end
    return written()
elseif operation == 'replace' then
    redis.call('SET', game, ARGV[5])
    return written()
end
if operation == 'remove' then
    redis.call('DEL', game)
    redis.call('ZREM', names, name)
    redis.call('ZREM', changed, name)
end
redis.call('HDEL', holders, name)
return {'done', ''}
