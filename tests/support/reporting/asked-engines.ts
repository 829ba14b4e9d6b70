import { writeFileSync } from 'node:fs'
import type { TestModule } from 'vitest/node'

/** File with the number of browser engines that a run without arguments must test. `.ci/run` reads the number. */
const file = 'test-output/engines-asked.txt'

/**
 * Records the number of tested browser engines.
 * @returns a line for each engine that is not installed
 */
export function noteEngines(modules: readonly TestModule[]): string[] {
  const engineModules = modules.filter(({ project }) => project.name === 'engines')
  if (engineModules.length === 0) return []
  const testedEngines = new Set<string>()
  const missingEngines = new Map<string, string>()
  for (const engineTest of engineModules.flatMap((module) => [...module.children.allTests()])) {
    const engine = engineTest.parent.type === 'suite' ? engineTest.parent.name : engineTest.name
    const result = engineTest.result()
    if (result.state === 'skipped') missingEngines.set(engine, result.note ?? 'left out')
    else testedEngines.add(engine)
  }
  writeFileSync(file, `${testedEngines.size}\n`)
  return [...missingEngines].map(([engine, why]) => `not asked: ${engine}, ${why}`)
}
