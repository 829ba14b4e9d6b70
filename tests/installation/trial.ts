import { findCompose, run, Skipped } from './engine.ts'
import { type Step, steps, type Trial, takeDown } from './steps.ts'

export type Count = { passed: number; skipped: number; failed: number }

/**
 * Walks the steps of an installation, each after the other, and prints what became of it. After a build or start that
 * failed, the steps that need it are skipped.
 */
export async function tryInstallation(
  options: Omit<Trial, 'compose'> & { keep?: boolean },
  print: (line: string) => void,
  allSteps: Step[] = steps,
  end: (trial: Trial) => Promise<void> = takeDown,
): Promise<Count> {
  const count = { passed: 0, skipped: 0, failed: 0 }
  const engine = await run('docker', ['version', '--format', '{{.Server.Version}}'])
  const compose = await findCompose()
  const missing =
    engine.code !== 0
      ? `no Docker engine answers at ${process.env.DOCKER_HOST ?? 'the usual place'}; DOCKER_HOST names another`
      : compose === undefined && 'there is no Compose beside Docker'
  if (missing || compose === undefined) {
    print(`SKIPPED everything: ${missing}`)
    return { ...count, skipped: allSteps.length }
  }
  print(
    `Docker ${engine.stdout.trim()}, ${compose.join(' ')}, ${process.env.DOCKER_HOST ?? 'the usual engine'}`,
  )
  const trial = { ...options, compose }
  let broken: string | undefined
  try {
    for (const { name, act, isNeeded } of allSteps) {
      const startedAt = Date.now()
      const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`
      try {
        if (broken) throw new Skipped(`"${broken}" did not succeed`)
        const figures = await act(trial)
        count.passed += 1
        print(`ok      ${name}, ${seconds()}${typeof figures === 'string' ? `: ${figures}` : ''}`)
      } catch (error) {
        const { message } = error as Error
        const isSkipped = error instanceof Skipped
        count[isSkipped ? 'skipped' : 'failed'] += 1
        print(`${isSkipped ? 'SKIPPED' : 'FAILED '} ${name}${isSkipped ? '' : `, ${seconds()}`}: ${message}`)
        // Nothing can be started that was not built, and nothing can be sold where nothing was started.
        if (isNeeded) broken ??= name
      }
    }
  } finally {
    if (!options.keep) await end(trial)
  }
  return count
}
