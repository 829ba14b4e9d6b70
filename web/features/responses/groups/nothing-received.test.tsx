import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { query, queryClient } from '#web/client/query.ts'
import { invitationsOf } from '#web/features/responses/invitations/queries.ts'
import { NothingReceived } from './nothing-received.tsx'
import type { Received } from './queries.ts'
import { onlyGroup, withGroup } from './received-groups.tsx'

const listing = { id: 7, kind: 'order', title: 'Фотосъёмка меню' } as const
const funnelKey = query('GET /api/listings/:id/funnel', { params: { id: 7 } }).queryKey

function render(text: { own: number; usual: number } | null, first_response_minutes: number | null): string {
  queryClient.setQueryData(funnelKey, { text, first_response_minutes } as never)
  const people = [{ invitation: null }, { invitation: null }, { invitation: { id: 1 } }]
  queryClient.setQueryData(invitationsOf(7).queryKey, { people } as never)
  return markupOf(<NothingReceived newestOpen={listing} />)
}

test('without responses a client reads the measured time, whom to invite and what to write more', () => {
  const html = render({ own: 96, usual: 420 }, 55)
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain('Первый отклик обычно приходит за 1 час.')
  expect(text).toContain('Подходят под «Фотосъёмка меню» 2')
  expect(text).toContain('Дополнить описание В нём 96 знаков, у похожих обычно 420')
  expect(html).toContain('href="/order/create?target=7&amp;type=edit"')
})

test('nothing is said that is not measured', () => {
  for (const text of [null, { own: 400, usual: 420 }]) {
    const html = render(text, null)
    expect(html).not.toContain('Дополнить описание')
    expect(html).toContain('Бот напишет сразу, как только кто-то откликнется.')
  }
  expect(render(null, 30 * 60)).toContain('обычно приходит за 2 дня')
})

test('the shown responses are those of the chosen group before the server has answered for it', () => {
  const statuses = ['no_show', 'shown', 'shortlisted', 'declined']
  const received = {
    listings: [{ responses: statuses.map((status) => ({ status })) }],
  } as unknown as Received
  const shown = (group: Parameters<typeof onlyGroup>[1]) =>
    onlyGroup(received, group).listings.flatMap(({ responses }) => responses.map(({ status }) => status))
  expect(shown('new')).toEqual(['no_show'])
  expect(shown('waiting')).toEqual(['no_show', 'shown'])
  expect(shown('shortlisted')).toEqual(['shortlisted'])
  expect(shown('all')).toEqual(statuses)
})

test('only the listings that have responses of the chosen group are shown, in their order', () => {
  const counts = (id: number, fresh: number) => ({
    id,
    counts: { new: fresh, waiting: 0, shortlisted: 0, all: 2 },
  })
  const listings = [counts(1, 0), counts(2, 1), counts(3, 0), counts(4, 2)] as Received['listings']
  expect(withGroup(listings, 'new').map(({ id }) => id)).toEqual([2, 4])
  expect(withGroup(listings, 'all').map(({ id }) => id)).toEqual([1, 2, 3, 4])
})
