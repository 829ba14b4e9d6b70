import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { emptyData, type WorldData } from './data.ts'
import type { World } from './world.ts'

const saveAfterMs = 1000

export function loadData(file: string | undefined): WorldData | undefined {
  if (!file || !existsSync(file)) return undefined
  return { ...emptyData(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<WorldData>) }
}

/** Saves the world a second after the last of its changes; the returned function saves at once and stops. */
export function keepSaved(world: World, file: string | undefined): () => void {
  if (!file) return () => undefined
  const save = () => {
    mkdirSync(dirname(file), { recursive: true })
    // Written aside and renamed, so that a kill in the middle leaves the previous state whole.
    writeFileSync(`${file}.new`, JSON.stringify(world.data))
    renameSync(`${file}.new`, file)
  }
  let timer: NodeJS.Timeout | undefined
  const stop = world.bus.listen(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      save()
    }, saveAfterMs).unref()
  })
  return () => {
    stop()
    clearTimeout(timer)
    save()
  }
}
