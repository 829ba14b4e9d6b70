import type { Redis } from 'ioredis'

/** Memory that Redis uses, and the limit above which it refuses to write; 0 without a limit. In bytes. */
export async function readMemory(redis: Redis): Promise<{ used: number; limit: number }> {
  const info = await redis.info('memory')
  const numberOf = (field: string) => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  return { used: numberOf('used_memory'), limit: numberOf('maxmemory') }
}

/** Returns the share of its memory that Redis uses, from 0 to 1; 0 without a limit. */
export async function memoryShare(redis: Redis): Promise<number> {
  const { used, limit } = await readMemory(redis)
  return limit === 0 ? 0 : used / limit
}
