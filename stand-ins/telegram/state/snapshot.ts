import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { emptyData, type WorldData } from './data.ts'
import type { World } from './world.ts'

const saveAfterMs = 1000

export function loadData(file: string | undefined): WorldData | undefined {
  if (!file || !existsSync(file)) return undefined
  return { ...emptyData(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<WorldData>) }
}

/**
 * Saves the state one second after a change.
 * @returns a function that saves at once and stops further saving
 */
export function startSaving(world: World, file: string | undefined): () => void {
  if (!file) return () => undefined
  const saveSnapshot = () => {
    mkdirSync(dirname(file), { recursive: true })
    // The state is written to a temporary file and renamed, so that a crash leaves the previous state intact.
    writeFileSync(`${file}.new`, JSON.stringify(world.data))
    renameSync(`${file}.new`, file)
  }
  let timer: NodeJS.Timeout | undefined
  const stopListening = world.bus.listen(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      saveSnapshot()
    }, saveAfterMs).unref()
  })
  return () => {
    stopListening()
    clearTimeout(timer)
    saveSnapshot()
  }
}
