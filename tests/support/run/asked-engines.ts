import { writeFileSync } from 'node:fs'
import type { TestModule } from 'vitest/node'

/** A run without arguments must have tested this many engines; .ci/run reads the number. */
const file = 'test-output/engines-asked.txt'

/** Records how many engines were tested. @returns a line for each missing engine */
export function noteEngines(modules: readonly TestModule[]): string[] {
  const walks = modules.filter(({ project }) => project.name === 'engines')
  if (walks.length === 0) return []
  const asked = new Set<string>()
  const missing = new Map<string, string>()
  for (const test of walks.flatMap((module) => [...module.children.allTests()])) {
    const engine = test.parent.type === 'suite' ? test.parent.name : test.name
    const result = test.result()
    if (result.state === 'skipped') missing.set(engine, result.note ?? 'left out')
    else asked.add(engine)
  }
  writeFileSync(file, `${asked.size}\n`)
  return [...missing].map(([engine, why]) => `not asked: ${engine}, ${why}`)
}
