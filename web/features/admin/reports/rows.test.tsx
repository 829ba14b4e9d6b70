import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { markupOf, piecesOf } from '#tests/support/components/markup.tsx'
import { reportedRows } from './reported-row.tsx'
import { SupportRow } from './support-row.tsx'

/** Returns the texts of rows, separated by «|». */
const textOf = (rows: ReactNode) =>
  piecesOf(rows)
    .replace(/[|\s]*\|[|\s]*/g, '|')
    .replaceAll('\u00a0', ' ')

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
    id: 1,
    reason: 'scam',
    comment: 'Просит залог.',
    reporter_name: 'Борис Титов',
    state: 'open',
    created_at: noon,
    reporter_accepted: 0,
    reporter_dismissed: 0,
  }
  const subject = {
    subject_type: 'listing',
    subject_id: 5,
    task_id: 1,
    text: '',
    open: 2,
    accepted: 0,
    dismissed: 0,
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

test('a service that is taken down can be put back', () => {
  const subject = {
    subject_type: 'service',
    subject_id: 7,
    task_id: 1,
    text: 'Вёрстка лендинга',
    open: 0,
    accepted: 1,
    dismissed: 0,
    listing: null,
    author: { id: 2, full_name: 'Игорь Самойлов' },
    complaints: [],
  }
  const rowOf = (is_restorable: boolean) => textOf(reportedRows([{ ...subject, is_restorable } as never]))
  expect(rowOf(true)).toMatch(/^\|Жалоба на услугу\|.*\|Вернуть услугу\|/)
  expect(rowOf(false)).not.toContain('Вернуть')
  const linkOf = (facts: object) =>
    markupOf(reportedRows([{ ...subject, is_restorable: false, ...facts } as never])).includes('/service/7')
  expect([linkOf({}), linkOf({ is_restorable: true }), linkOf({ text: '' })]).toEqual([true, false, false])
})
