import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, expect, test } from 'vitest'
import { deleteExpired } from '#services/operations/retention.ts'
import { fetchFile } from '#tests/api/files/uploads-sending.ts'
import { orderOf, serviceOwner, terms, verifiedClient } from '#tests/api/services/request-scenes.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { publishedOrder } from '#tests/support/orders/order-life.ts'
import { client, freelancer, moderator, type Person } from '#tests/support/people/people.ts'
import { assignedOrder, finishedOrder } from './running-work.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const company = { name: 'ООО «Зерно»', tax_number: '7707083893', receipt_url: null }
const self = { name: 'Соколова Алина Игоревна', tax_number: '500100732259', receipt_url: null }
const receipt_url = 'https://lknpd.nalog.ru/api/v1/receipt/500100732259/20a1b2c3d4/print'
const read = (person: Person, id: number) => person.call('GET /api/projects/:id/papers', { params: { id } })
const save = (person: Person, id: number, body: object) =>
  person.call('PUT /api/projects/:id/papers', { params: { id }, body: body as typeof company })
const erase = (person: Person, id: number) =>
  person.call('DELETE /api/projects/:id/papers', { params: { id } })
const makeFile = (person: Person, id: number, paper: 'act' | 'contract') =>
  person.call('POST /api/projects/:id/paper_file', { params: { id }, body: { paper } })
const rowsOf = (id: number) =>
  api.ctx.db.selectFrom('deal_papers').selectAll().where('listing_id', '=', id).execute()

/** Reads the text of a paper's PDF with another library than the one that drew it. */
async function readPdf(person: Person, id: number, paper: 'act' | 'contract') {
  const file = await makeFile(person, id, paper)
  const { bytes, headers } = await fetchFile(api, file.file_url)
  expect(bytes).toHaveLength(file.size)
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-disposition']).toContain('attachment')
  const words = paper === 'act' ? '%D0%90%D0%BA%D1%82' : '%D0%94%D0%BE%D0%B3%D0%BE%D0%B2%D0%BE%D1%80'
  expect(headers['content-disposition']).toContain(`filename*=UTF-8''${words}%20${id}.pdf`)
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return { file, text: text.replace(/\s+/g, ' ') }
}

test('the act and the contract say in Russian what was agreed and handed in, and both names', async () => {
  const { anna, boris, order, params } = await assignedOrder(api)
  const work = { text: 'Логотип, ёлка и щука.', link: 'https://example.com/logo', file_ids: [] }
  await boris.call('POST /api/projects/hand_in/:id', { params, body: work })
  await anna.call('POST /api/projects/complete/:id', { params })
  await save(anna, order.id, company)
  await save(boris, order.id, self)
  const { deal } = await anna.call('GET /api/projects/:id/full_info', { params })
  const { file, text: act } = await readPdf(anna, order.id, 'act')
  expect(file).toMatchObject({ name: `Акт ${order.id}.pdf`, file_format: 'pdf' })
  const day = (time: string | null | undefined) =>
    new Date(time ?? '')
      .toLocaleDateString('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Moscow' })
      .replace(/ г\.$/, '')
  for (const words of [
    `АКТ № ${order.id}`,
    'Заказчик ООО «Зерно», ИНН 7707083893, и Исполнитель Соколова Алина Игоревна, ИНН 500100732259,',
    order.title,
    `Сдано ${day(deal?.steps[0]?.created_at)}`,
    'Логотип, ёлка и щука.',
    'https://example.com/logo',
    '20 000,00 ₽',
    'Двадцать тысяч рублей 00 копеек.',
    'юридическая консультация',
    day(deal?.accepted_at),
  ])
    expect(act).toContain(words)
  expect(act).not.toContain('Чек')
  const { text: contract } = await readPdf(boris, order.id, 'contract')
  for (const words of [
    `ДОГОВОР № ${order.id}`,
    'ООО «Зерно»',
    'Соколова Алина Игоревна',
    '20 000,00 ₽ (Двадцать тысяч рублей 00 копеек)',
    'не юридическая консультация',
  ])
    expect(contract).toContain(words)
})

test('the sum stands in words, and stays blank where the price is that of an hour', async () => {
  const { anna, order } = await finishedOrder(api)
  const setPrice = (fields: object) =>
    api.ctx.db.updateTable('listings').set(fields).where('id', '=', order.id).execute()
  await api.ctx.db
    .updateTable('responses')
    .set({ price: 5_460_050 })
    .where('listing_id', '=', order.id)
    .execute()
  const fixed = (await read(anna, order.id)).act
  expect(fixed.clauses[0]).toBe('Пятьдесят четыре тысячи шестьсот рублей 50 копеек.')
  expect(fixed.rows[0]?.sum?.replaceAll('\u00a0', ' ')).toBe('54 600,50 ₽')
  await setPrice({ payment_format: 'hourly' })
  const hourly = (await read(anna, order.id)).act
  expect(hourly.rows[0]?.sum).toBeNull()
  expect(hourly.rows[0]?.work.replaceAll('\u00a0', ' ')).toContain('Ставка: 54 600,50 ₽ за час.')
  expect(hourly.clauses[0]).toMatch(/^Сумма прописью: _+\.$/)
})

test('a side sees the lines of the other in the paper alone, and a blank line before they are there', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  await save(boris, order.id, self)
  const { act, ...rest } = await read(anna, order.id)
  expect(rest).toEqual({
    title: order.title,
    is_client: true,
    lines: null,
    suggested: null,
    is_other_filled: true,
    receipt_url: null,
  })
  expect(act.intro).toMatch(/^Заказчик _+ и Исполнитель Соколова Алина Игоревна, ИНН/)
  expect(act.sides.map(({ name }) => name)).toEqual([null, self.name])
  expect(await read(boris, order.id)).toMatchObject({ is_client: false, lines: self, is_other_filled: false })
  const { text } = await readPdf(anna, order.id, 'act')
  expect(text).toMatch(/Заказчик _+ и Исполнитель/)
})

test('only the two sides of a finished order reach its papers', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  await save(anna, order.id, company)
  for (const other of [await freelancer(api), await moderator(api)]) {
    expect(await codeOf(read(other, order.id))).toBe('not_found')
    expect(await codeOf(save(other, order.id, self))).toBe('not_found')
    expect(await codeOf(erase(other, order.id))).toBe('not_found')
    expect(await codeOf(makeFile(other, order.id, 'act'))).toBe('not_found')
  }
  await erase(boris, order.id)
  expect((await rowsOf(order.id)).map(({ user_id }) => user_id)).toEqual([anna.id])
  expect((await erase(anna, order.id)).lines).toBeNull()
  expect(await rowsOf(order.id)).toEqual([])
})

test('before the order is finished there are no papers', async () => {
  const published = await publishedOrder(api)
  expect(await codeOf(read(published.anna, published.order.id))).toBe('deal_not_finished')
  const { anna, boris, order, params } = await assignedOrder(api)
  for (const side of [anna, boris]) {
    expect(await codeOf(read(side, order.id))).toBe('deal_not_finished')
    expect(await codeOf(save(side, order.id, company))).toBe('deal_not_finished')
    expect(await codeOf(makeFile(side, order.id, 'contract'))).toBe('deal_not_finished')
  }
  expect(await rowsOf(order.id)).toEqual([])
  await anna.call('POST /api/projects/complete/:id', { params })
  expect((await read(boris, order.id)).lines).toBeNull()
})

test('a tax number needs its check digits and can be left out', async () => {
  const { anna, order } = await finishedOrder(api)
  for (const tax_number of ['7707083894', '500100732258', '77070838', 'десять'])
    expect(await codeOf(save(anna, order.id, { ...company, tax_number })), tax_number).toBe('invalid_input')
  for (const name of ['', '   ', 'я'.repeat(121), '李明', 'محمد', 'Зерно 😀'])
    expect(await codeOf(save(anna, order.id, { ...company, name })), name).toBe('invalid_input')
  expect(await rowsOf(order.id)).toEqual([])
  await save(anna, order.id, { ...company, tax_number: ' 77 0708 3893 ' })
  expect((await read(anna, order.id)).lines).toMatchObject({ tax_number: '7707083893' })
  await save(anna, order.id, { ...company, name: 'я'.repeat(120), tax_number: '' })
  expect((await read(anna, order.id)).lines).toMatchObject({ name: 'я'.repeat(120), tax_number: null })
  expect(await rowsOf(order.id)).toHaveLength(1)
})

test('the receipt is the executor’s own, stands in the act and is shown to the client', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  const foreign = receipt_url.replace('500100732259', '772812345620')
  for (const url of [foreign, 'https://nalog.gov.ru/check'])
    expect(await codeOf(save(boris, order.id, { ...self, receipt_url: url })), url).toBe('invalid_input')
  expect(await codeOf(save(boris, order.id, { ...self, tax_number: null, receipt_url }))).toBe(
    'invalid_input',
  )
  expect(await codeOf(save(anna, order.id, { ...self, receipt_url }))).toBe('invalid_input')
  await save(boris, order.id, { ...self, receipt_url: receipt_url.replace('/print', '') })
  const { receipt_url: shown, act } = await read(anna, order.id)
  expect(shown).toBe(receipt_url)
  expect(act.clauses.join(' ')).toContain(receipt_url)
  await save(boris, order.id, self)
  expect((await read(anna, order.id)).receipt_url).toBeNull()
})

test('lines are exported with the account, deleted with it, and gone after ninety days', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  await save(anna, order.id, company)
  await save(boris, order.id, self)
  const { tables } = await boris.call('GET /api/users/export')
  expect(tables.deal_papers).toEqual([{ listing_id: order.id, ...self, saved_at: expect.any(String) }])
  expect(JSON.stringify(tables)).not.toContain(company.name)
  await boris.call('DELETE /api/users/delete/:id', { params: { id: boris.id }, query: {} })
  expect((await rowsOf(order.id)).map(({ name }) => name)).toEqual([company.name])
  expect((await read(anna, order.id)).act.sides[1]?.name).toBeNull()

  const dayMs = 24 * 60 * 60_000
  const savedAt = Date.parse((await rowsOf(order.id))[0]?.saved_at ?? '')
  const roundAt = (ms: number) => deleteExpired({ ...api.ctx, now: () => new Date(savedAt + ms) }, 1000)
  expect((await read(anna, order.id)).lines?.kept_until).toBe(new Date(savedAt + 90 * dayMs).toISOString())
  await roundAt(90 * dayMs)
  expect(await rowsOf(order.id)).toHaveLength(1)
  await roundAt(90 * dayMs + 1)
  expect(await rowsOf(order.id)).toEqual([])
  expect((await read(anna, order.id)).lines).toBeNull()
})

test('a block changes nothing for the two sides, and a side whose partner left keeps the papers', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  await save(anna, order.id, company)
  await save(boris, order.id, self)
  for (const [blocker, other] of [
    [anna, boris],
    [boris, anna],
  ] as const) {
    await blocker.call('POST /api/blocks/:user_id', { params: { user_id: other.id } })
    expect((await read(anna, order.id)).act.sides.map(({ name }) => name)).toEqual([company.name, self.name])
    expect(await read(boris, order.id)).toMatchObject({ lines: self, is_other_filled: true })
  }
  await anna.call('DELETE /api/users/delete/:id', { params: { id: anna.id }, query: {} })
  expect(await read(boris, order.id)).toMatchObject({ lines: self, is_other_filled: false })
  const { text } = await readPdf(boris, order.id, 'act')
  expect(text).toMatch(/Заказчик _+ и Исполнитель Соколова/)
  await save(boris, order.id, { ...self, name: 'Соколова А. И.' })
  expect((await rowsOf(order.id)).map(({ name }) => name)).toEqual(['Соколова А. И.'])
})

test('a paper has the lines of the moment in which it is saved, and the last of two entries at once is whole', async () => {
  const { anna, boris, order } = await finishedOrder(api)
  await save(anna, order.id, company)
  expect((await readPdf(boris, order.id, 'contract')).text).toContain('Заказчик ООО «Зерно», ИНН 7707083893')
  await save(anna, order.id, { ...company, name: 'АО «Колос»', tax_number: null as never })
  expect((await readPdf(boris, order.id, 'contract')).text).toMatch(/Заказчик АО «Колос» и Исполнитель _+/)
  const entries = Array.from({ length: 6 }, (_, at) => ({
    ...company,
    name: `ООО «${at}»`,
    tax_number: at % 2 ? '7707083893' : '7736207543',
  }))
  await Promise.all(entries.map((entry) => save(anna, order.id, entry)))
  const rows = await rowsOf(order.id)
  expect(rows).toHaveLength(1)
  const at = Number(/\d/.exec(rows[0]?.name ?? '')?.[0])
  expect(rows[0]).toMatchObject(entries[at] ?? {})
})

test('the form of the next order offers the own lines of the last one, as long as they are kept', async () => {
  const anna = await client(api)
  const first = await finishedOrder(api, anna)
  const second = await finishedOrder(api, anna, first.boris)
  expect((await read(anna, second.order.id)).suggested).toBeNull()
  await save(anna, first.order.id, company)
  await save(first.boris, first.order.id, { ...self, receipt_url })
  const { name, tax_number } = company
  expect((await read(anna, second.order.id)).suggested).toEqual({ name, tax_number })
  // The receipt belongs to its own order.
  expect((await read(first.boris, second.order.id)).suggested).toEqual({
    name: self.name,
    tax_number: self.tax_number,
  })
  // The offered lines stand in no paper yet, and the other side learns nothing of it.
  const { act, is_other_filled } = await read(first.boris, second.order.id)
  expect(act.sides.map((side) => side.name)).toEqual([null, null])
  expect(is_other_filled).toBe(false)
  expect(await rowsOf(second.order.id)).toEqual([])
  await save(anna, second.order.id, { ...company, name: 'АО «Колос»' })
  expect((await read(anna, second.order.id)).suggested).toBeNull()
  const third = await finishedOrder(api, anna)
  expect((await read(anna, third.order.id)).suggested).toEqual({ name: 'АО «Колос»', tax_number })
  expect((await read(third.boris, third.order.id)).suggested).toBeNull()
  await erase(anna, second.order.id)
  expect((await read(anna, third.order.id)).suggested).toEqual({ name, tax_number })
  await erase(anna, first.order.id)
  expect((await read(anna, third.order.id)).suggested).toBeNull()
})

test.each([
  [1, '12 000,00 ₽', 'Двенадцать тысяч рублей 00 копеек.'],
  [null, '12 000,00 ₽', 'Двенадцать тысяч рублей 00 копеек.'],
  [2, null, 'за час'],
  [7, null, 'за страницу'],
])('an ordered service with the price unit %s has the sum %s', async (price_term_id, sum, words) => {
  const { boris, service_id } = await serviceOwner(api)
  await api.ctx.db.updateTable('user_services').set({ price_term_id }).where('id', '=', service_id).execute()
  const anna = await verifiedClient(api)
  const { id } = await anna.call('POST /api/services/:id/requests', orderOf(service_id))
  const params = { id }
  expect(await codeOf(read(anna, id))).toBe('deal_not_finished')
  expect(await codeOf(read(boris, id))).toBe('not_found')
  await boris.call('POST /api/service_requests/:id/accept', { params, body: { price: terms.price } })
  expect(await codeOf(read(boris, id))).toBe('deal_not_finished')
  await anna.call('POST /api/projects/complete/:id', { params })
  const { act } = await read(boris, id)
  const [row] = act.rows
  expect(row?.sum?.replaceAll('\u00a0', ' ') ?? null).toBe(sum)
  const { deal } = await anna.call('GET /api/projects/:id/full_info', { params })
  expect(deal?.unit).toBe(sum ? null : words)
  if (sum) expect(act.clauses[0]).toBe(words)
  else expect(row?.work.replaceAll('\u00a0', ' ')).toContain(`Ставка: 12 000,00 ₽ ${words}.`)
  expect(await codeOf(read(await moderator(api), id))).toBe('not_found')
})
