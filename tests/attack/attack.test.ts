import { expect, test } from 'vitest'
import { everyNth, share } from '#tests/support/run/share.ts'
import { runAttack } from './attack.ts'

/** Positions in the list of the attacked entry points. The list has fewer than a thousand. */
const positions = Array.from({ length: 1000 }, (_, at) => at)

test('no door costs many times the newest list', { timeout: share(1_800_000, 240_000) }, async () => {
  const chosenPositions = new Set(everyNth(8, positions))
  const lines: string[] = []
  const rows = await runAttack(
    { seed: 11, times: 12, margin: 2, isSelected: (at) => chosenPositions.has(at) },
    (line) => lines.push(line),
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(
    rows.filter(({ ratio, limit }) => ratio > limit),
    lines.join('\n'),
  ).toEqual([])
})
