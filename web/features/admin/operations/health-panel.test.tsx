import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})
const { Figures } = await import('./health-panel.tsx')

beforeAll(() => {
  for (const area of ['app', 'rest', 'admin']) {
    const file = new URL(`../../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

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
const textOf = (part: Partial<typeof calm>) =>
  renderToStaticMarkup(<Figures health={{ ...calm, ...part } as never} />)
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|')

test.each([
  [{}, '|Всё сходится, сбоев нет|'],
  [{ open_cases: 2 }, '|Открытых случаев|2|'],
  [
    { ledger_imbalance: -5, outbox_age_ms: 17_000 },
    '|Расхождение проводок, коп.|-5|Сообщения ждут отправки|17 с|',
  ],
  [{ launches_lost: 1 }, '|Не дождались запуска за сутки|1 из 12|'],
])('of the figures %j only those of a problem are shown', (part, text) => expect(textOf(part)).toBe(text))
