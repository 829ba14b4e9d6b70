import { otklik as run } from '#services/cli/program.ts'

export type CliResult = { code: number; stdout: string; stderr: string }

/**
 * Runs an operator's command with only the given environment variables. The command has no terminal to ask questions.
 */
export async function otklik(args: string[], env: Record<string, string> = {}): Promise<CliResult> {
  const [stdout, stderr] = [[] as string[], [] as string[]]
  const baseEnv = {
    env,
    answer: (text: string) => void stdout.push(text),
    writeError: (text: string) => void stderr.push(text),
    isInteractive: false,
  }
  const line = args.includes('--settings') ? args : ['--settings', '/dev/null', ...args]
  const code = await run(line, baseEnv)
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

/** Runs a command with `--json` and parses its reply. */
export async function runCli(args: string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await otklik([...args, '--json'], env)
  if (!stdout) throw new Error(`no answer: ${stderr}`)
  return { code, data: JSON.parse(stdout) as Record<string, unknown> & { ok: boolean; error?: string } }
}
