import { writeFileSync } from 'node:fs'
import type { TestModule } from 'vitest/node'

/** A run without arguments must have tested this many engines; .ci/run reads the number. */
const file = 'test-output/engines-asked.txt'

/** Records how many engines were tested. @returns a line for each missing engine */
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
