import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import type { Outcome } from '#tests/installation/engine.ts'

/** A question that a command asks, and what is typed then. Enter is pressed behind it. */
export type Answer = { asks: string; type: string | ((shown: string) => string) }

const timeoutMs = 20 * 60_000

/**
 * Runs a command line of a page in Bash, in a terminal as an operator has it: `docker run -it` and questions need one.
 * A question that was not asked by the end is an error.
 */
export function runInTerminal(
  line: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  answers: readonly Answer[] = [],
): Promise<Outcome> {
  const waiting = [...answers]
  return new Promise((resolve) => {
    // `script` gives the terminal and ends with the exit code of the command.
    const args = [
      '--quiet',
      '--return',
      '--flush',
      '--command',
      `stty cols 200 rows 50; ${line}`,
      '/dev/null',
    ]
    const child = spawn('script', args, {
      cwd,
      env: { ...env, SHELL: '/bin/bash', TERM: 'xterm' },
      timeout: timeoutMs,
    })
    let raw = ''
    let readTo = 0
    child.stdout.on('data', (chunk) => {
      raw += chunk
      const shown = stripVTControlCharacters(raw)
      const [next] = waiting
      if (!next || !shown.slice(readTo).includes(next.asks)) return
      waiting.shift()
      readTo = shown.length
      child.stdin.write(`${typeof next.type === 'string' ? next.type : next.type(shown)}\r`)
    })
    child.stdin.on('error', () => {})
    child.on('error', (error) => resolve({ code: 127, stdout: '', output: `script: ${error.message}` }))
    child.on('close', (code) => {
      const stdout = stripVTControlCharacters(raw).replaceAll('\r', '')
      const unasked = waiting[0] ? `\nIt did not ask "${waiting[0].asks}".` : ''
      resolve({ code: unasked && code === 0 ? 1 : (code ?? 1), stdout, output: stdout + unasked })
    })
  })
}
