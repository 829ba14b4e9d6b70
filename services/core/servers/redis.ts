import type { RedisOptions } from 'ioredis'

/** Options of every Redis connection. With them a connection reconnects after a break or a failover. */
export const reconnectOptions: RedisOptions = {
  retryStrategy: (times) => Math.min(times * 100, 1000),
  // After a planned failover the old Redis server becomes a replica and keeps its connections open. So a write error of
  // a replica closes the connection, and the new connection leads to the new primary server.
  reconnectOnError: (error) => error.message.includes('READONLY'),
}
