import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { commandLine } from '../infra/processes.ts'
import { dataFolder } from './paths.ts'

const file = path.join(dataFolder, 'launcher.pid')

/** Prevents a second launcher with the same `.data` folder, because each launcher would stop the other's servers. */
export async function lockDataFolder(): Promise<void> {
  if (existsSync(file)) {
    const pid = Number(readFileSync(file, 'utf8'))
    if (pid !== process.pid && commandLine(pid).includes('stand-ins/start.ts'))
      throw new Error(`The product of this folder is already running (process ${pid}); stop it first.`)
  }
  await mkdir(dataFolder, { recursive: true })
  writeFileSync(file, String(process.pid))
  process.on('exit', () => rmSync(file, { force: true }))
}
