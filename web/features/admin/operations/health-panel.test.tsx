import { expect, test } from 'vitest'
import { piecesOf } from '#tests/support/components/markup.tsx'
import { Figures } from './health-panel.tsx'

const calm = {
  outbox_age_ms: 200,
  open_cases: 0,
  payment_violations: 0,
  ledger_imbalance: 0,
  open_loops: 0,
  launches: 12,
  launches_lost: 0,
  dead_tasks: 0,
}
const textOf = (part: Partial<typeof calm>) => piecesOf(<Figures health={{ ...calm, ...part } as never} />)

test.each([
  [{}, '|Всё сходится, сбоев нет|'],
  [{ open_cases: 2 }, '|Открытых случаев|2|'],
  [
    { ledger_imbalance: -5, outbox_age_ms: 17_000 },
    '|Расхождение проводок, коп.|-5|Самое старое неотправленное сообщение|17 с|',
  ],
  [{ launches_lost: 1 }, '|Не дождались запуска за сутки|1 из 12|'],
])('of the figures %j only those of a problem are shown', (part, text) => expect(textOf(part)).toBe(text))
