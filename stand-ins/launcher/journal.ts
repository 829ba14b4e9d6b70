import type { ChildProcess } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'

const warningLevel = 40

/**
 * Writes the output of a process to its log file, and repeats warnings and errors on the screen. The product
 * logs JSON lines; other text on stderr is repeated too. @returns a function that listens to a process and
 * resolves when it logs `ready`
 */
export function writeLog(name: string, file: string, printLine: (text: string) => void) {
  return ({ stdout, stderr }: ChildProcess): Promise<void> => {
    if (!stdout || !stderr) throw new Error(`the output of ${name} is not piped`)
    const log = createWriteStream(file, { flags: 'a' })
    createInterface({ input: stderr }).on('line', (line) => {
      log.write(`${line}\n`)
      if (line.trim()) printLine(`[${name}] ${line}`)
    })
    return new Promise((resolve) => {
      createInterface({ input: stdout }).on('line', (line) => {
        log.write(`${line}\n`)
        const { level, msg, err, reason } = readLine(line)
        if (msg === 'ready') resolve()
        if (level && level >= warningLevel)
          printLine(`[${name}] ${[msg, err?.message ?? reason].filter(Boolean).join(': ')}`)
      })
    })
  }
}

interface LogLine {
  level?: number
  msg?: string
  err?: { message?: string }
  reason?: string
}

function readLine(line: string): LogLine {
  if (!line.startsWith('{')) return {}
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
