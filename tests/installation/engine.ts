import { spawn } from 'node:child_process'

/** A reason why a step cannot be tried here, in a sentence. It is printed, and the step is counted. */
export class Skipped extends Error {}

export interface Outcome {
  code: number
  stdout: string
  /** Both outputs in the order in which they came. */
  output: string
}

type RunOptions = { cwd?: string; input?: Buffer | string; env?: NodeJS.ProcessEnv; timeoutMs?: number }

/** Runs a program to its end. A program that is not there ends with 127. */
export function run(program: string, args: string[], options: RunOptions = {}): Promise<Outcome> {
  const { cwd, input, env = process.env, timeoutMs = 30 * 60_000 } = options
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, timeout: timeoutMs })
    let stdout = ''
    let output = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => resolve({ code: 127, stdout, output: `${program}: ${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, stdout, output }))
    // A program that ends before it has read everything closes its input.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** Runs a program that must succeed. @throws with the end of what it printed */
export async function must(program: string, args: string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, output } = await run(program, args, options)
  const lastLines = output.trimEnd().split('\n').slice(-25).join('\n')
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${code}:\n${lastLines}`)
  return stdout
}

/** Makes sure that the engine has an image. @throws Skipped if it neither has it nor can fetch it */
export async function needImage(image: string): Promise<void> {
  if ((await run('docker', ['image', 'inspect', image])).code === 0) return
  const { code, output } = await run('docker', ['pull', '--quiet', image])
  if (code !== 0)
    throw new Skipped(`the image ${image} is not here and cannot be fetched: ${lastLineOf(output)}`)
}

export const lastLineOf = (output: string) => output.trim().split('\n').at(-1) ?? ''

/** Finds Compose: the plugin of Docker, or the program beside it. */
export async function findCompose(): Promise<string[] | undefined> {
  for (const command of [['docker', 'compose'], ['docker-compose']]) {
    const [program = '', ...args] = command
    if ((await run(program, [...args, 'version'])).code === 0) return command
  }
  return undefined
}
