import type { RedisOptions } from 'ioredis'

/** What every connection to Redis does when it breaks, or when what it leads to is not the one to write to any more. */
export const persistent: RedisOptions = {
  retryStrategy: (times) => Math.min(times * 100, 1000),
  // After a failover that was planned the old server lives on as a replica, behind connections that stay open: behind a
  // new one is whoever took over.
  reconnectOnError: (error) => error.message.includes('READONLY'),
}
