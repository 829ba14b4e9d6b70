import type { RedisOptions } from 'ioredis'

/** Options of every Redis connection, so that it reconnects after a break or a failover. */
export const reconnectOptions: RedisOptions = {
  retryStrategy: (times) => Math.min(times * 100, 1000),
  // After a planned failover the old server becomes a replica and keeps its connections open. A new connection leads to
  // the new primary.
  reconnectOnError: (error) => error.message.includes('READONLY'),
}
