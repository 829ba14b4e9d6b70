import { readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
    matchMedia: () => ({ matches: false }),
  })
})
const { reportedRows } = await import('./reported-row.tsx')
const { SupportRow } = await import('./support-row.tsx')

beforeAll(() => {
  for (const area of ['app', 'rest', 'deals', 'errors', 'admin']) {
    const file = new URL(`../../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

/** Returns the texts of rows, separated by «|». */
function textOf(rows: ReactNode): string {
  const page = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{rows}</MemoryRouter>
    </QueryClientProvider>,
  )
  return page
    .replace(/<[^>]*>/g, '|')
    .replace(/[|\s]*\|[|\s]*/g, '|')
    .replaceAll('\u00a0', ' ')
}

const noon = '2026-11-16T09:00:00.000Z'

test('every message of a request has its sender and its time, and the title is the person', () => {
  const message = {
    id: 1,
    content: 'Где деньги?',
    files: [],
    has_media: false,
    state: 'passed',
    said_at: noon,
  }
  const found = {
    id: 7,
    person: { id: 2, full_name: 'Анна Лебедева' },
    staff_name: 'Мария Орлова',
    state: 'open',
    messages: [
      { ...message, side: 'person', author_name: 'Анна Лебедева' },
      { ...message, id: 2, content: 'Ждём банк', side: 'staff', author_name: 'Мария Орлова' },
    ],
    messages_count: 2,
    last_at: noon,
  }
  const text = textOf(<SupportRow found={found as never} />)
  expect(text).toMatch(/^\|Анна Лебедева\|Обращение 7\|отвечает Мария Орлова\|/)
  expect(text).toMatch(/\|Анна Лебедева\|16 ноября, \d+:00\|Где деньги\?\|/)
  expect(text).toMatch(/\|Мария Орлова, поддержка\|16 ноября, \d+:00\|Ждём банк\|/)
})

test('a reported subject gives the number of reports once and no zeros', () => {
  const complaint = {
    ...{ id: 1, reason: 'scam', comment: 'Просит залог.', reporter_name: 'Борис Титов', state: 'open' },
    ...{ created_at: noon, reporter_accepted: 0, reporter_dismissed: 0 },
  }
  const subject = {
    ...{ subject_type: 'listing', subject_id: 5, task_id: 1, text: '', open: 2, accepted: 0, dismissed: 0 },
    listing: { kind: 'order', id: 5, title: 'Отзывы о магазине' },
    author: { id: 2, full_name: 'Игорь Самойлов' },
    complaints: [complaint, { ...complaint, id: 2, reporter_accepted: 1 }],
  }
  const text = textOf(reportedRows([subject as never]))
  expect(text.match(/2 жалобы/g)).toHaveLength(1)
  expect(text).not.toMatch(/Открытых|ждёт|: 0/)
  expect(text.match(/Раньше/g)).toHaveLength(1)
  const decided = { ...subject, open: 0, accepted: 2, complaints: [{ ...complaint, state: 'accepted' }] }
  const decidedText = textOf(reportedRows([decided as never]))
  expect(decidedText).toContain('|2 жалобы|')
  expect(decidedText).not.toContain('Раньше')
  expect(decidedText).toContain('|верна|')
})
