import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshRates } from '#services/reference/rates.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf, createCaller } from '#tests/support/api/call.ts'
import { categories } from '#tests/support/orders/sample.ts'
import { client, moderator } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const guestCaller = () => createCaller(api.server)

describe('reference lists', () => {
  test.each([
    '/api/app/get_currencies',
    '/api/all_terms',
    '/api/all_categories',
    '/api/all_categories/tree',
    '/api/all_vacancies',
    '/api/all_vacancies/tree',
    '/api/user_spec_list',
    '/api/users/user_spec_list',
    `/api/category/${categories.own}`,
  ])('%s is read without a session, kept, and asked again by its mark', async (url) => {
    const first = await api.server.inject({ url })
    expect(first.statusCode).toBe(200)
    expect(first.headers['cache-control']).toContain('max-age=300')
    const etag = String(first.headers.etag)
    const unchangedAnswer = await api.server.inject({
      url,
      headers: { 'if-none-match': `"other", W/${etag}` },
    })
    expect([unchangedAnswer.statusCode, unchangedAnswer.body]).toEqual([304, ''])
    const otherEtag = await api.server.inject({ url, headers: { 'if-none-match': '"other"' } })
    expect([otherEtag.statusCode, otherEtag.body]).toEqual([200, first.body])
  })

  test('of currencies name a picture that the mini-app serves', async () => {
    const list = await guestCaller()('GET /api/app/get_currencies')
    expect(list.map(({ code }) => code)).toEqual(expect.arrayContaining(['RUB', 'TON', 'USDT']))
    for (const { icon_url } of list) {
      const picture = await readFile(`web/public${icon_url}`, 'utf8')
      expect(picture).toMatch(/^<svg .*<\/svg>\n$/)
    }
  })

  test('speak the reader’s language, so that a kept answer is not mixed up', async () => {
    const url = `/api/category/${categories.own}`
    const [ru, en] = await Promise.all([
      api.server.inject({ url }),
      api.server.inject({ url, headers: { 'accept-language': 'en' } }),
    ])
    expect(ru.json().name).toBe(ru.json().name_ru)
    expect(en.json().name).toBe(en.json().name_en)
    expect(en.headers.etag).not.toBe(ru.headers.etag)
    expect(String(ru.headers.vary).toLowerCase()).toContain('accept-language')
  })

  test('of vacancies mirror the categories, and specialities are the leaves', async () => {
    expect(await guestCaller()('GET /api/all_vacancies')).toEqual(
      await guestCaller()('GET /api/all_categories'),
    )
    expect(await guestCaller()('GET /api/all_vacancies/tree')).toEqual(
      await guestCaller()('GET /api/all_categories/tree'),
    )
    const leaves = await guestCaller()('GET /api/users/user_spec_list')
    expect(leaves.every(({ parent_id }) => parent_id !== null)).toBe(true)
    const group = await guestCaller()('GET /api/category/:id', { params: { id: categories.group } })
    expect(group.children.map(({ id }) => id)).toContain(categories.own)
    expect(await codeOf(guestCaller()('GET /api/category/:id', { params: { id: 999_999 } }))).toBe(
      'not_found',
    )
  })
})

describe('a currency rate', () => {
  const currencyOf = async (code: string) =>
    (await guestCaller()('GET /api/app/get_currencies')).find((currency) => currency.code === code)

  test('is set by admins only, never for the rouble and never ahead of time', async () => {
    const admin = await moderator(api)
    const setCurrency = (person: typeof admin, body: object) =>
      person.call('POST /api/admin/currency_rates', {
        body: { currency_id: 2, rate_to_base: 321.5, ...body },
      })
    expect(await codeOf(setCurrency(await client(api), {}))).toBe('not_found')
    expect(await setCurrency(admin, {})).toMatchObject({ code: 'TON', rate_to_base: 321.5 })
    expect(await codeOf(setCurrency(admin, { currency_id: 1 }))).toBe('invalid_input')
    expect(await codeOf(setCurrency(admin, { currency_id: 999 }))).toBe('not_found')
    expect(await codeOf(setCurrency(admin, { rate_to_base: 0 }))).toBe('invalid_input')
    expect(await codeOf(setCurrency(admin, { rate_date: '2999-01-01' }))).toBe('invalid_input')
  })

  test('older than a week is not shown', async () => {
    const admin = await moderator(api)
    const rate_date = new Date(Date.now() - 8 * 86_400_000).toISOString().slice(0, 10)
    const body = { currency_id: 2, rate_to_base: 300, rate_date }
    expect(await admin.call('POST /api/admin/currency_rates', { body })).toMatchObject({
      rate_to_base: null,
      rate_date: null,
    })
  })

  describe('from a source', () => {
    let answer: unknown
    const source = createServer((_request, response) => response.end(JSON.stringify(answer)))
    let address: string
    beforeAll(async () => {
      await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
      address = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
      const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
      await api.ctx.db.updateTable('currencies').set({ rate_date: yesterday }).execute()
    })
    afterAll(() => source.close())

    test('that answers nonsense changes nothing', async () => {
      const currencyBefore = await currencyOf('USD')
      for (answer of [{}, 'x', { date: '2026-01-01', rates: { USD: -1 } }, { date: 'today', rates: {} }])
        await expect(refreshRates(api.ctx, address)).rejects.toThrow()
      expect(await currencyOf('USD')).toEqual(currencyBefore)
    })

    test('is read in the Bank of Russia’s shape, for each unit, and newer rates stay', async () => {
      const today = new Date().toISOString().slice(0, 10)
      await api.ctx.db
        .updateTable('currencies')
        .set({ rate_date: today, rate_to_base: '111' })
        .where('code', '=', 'EUR')
        .execute()
      answer = {
        Date: `${today}T11:30:00+03:00`,
        Valute: {
          USD: { Nominal: 1, Value: 91.25 },
          KZT: { Nominal: 100, Value: 17.5 },
          EUR: { Nominal: 1, Value: 100 },
          RUB: { Nominal: 1, Value: 2 },
        },
      }
      expect(await refreshRates(api.ctx, address)).toBe(2)
      expect(await currencyOf('USD')).toMatchObject({ rate_to_base: 91.25, rate_date: today })
      expect(await currencyOf('KZT')).toMatchObject({ rate_to_base: 0.175 })
      expect(await currencyOf('EUR')).toMatchObject({ rate_to_base: 111 })
      expect(await currencyOf('RUB')).toMatchObject({ rate_to_base: 1 })
      expect(await refreshRates(api.ctx, address)).toBe(0)
    })
  })
})

test('what failed in the mini-app is told to the operators in at most 4,000 characters', async () => {
  const reportOf = async (failure: { message: string; stack?: string; page?: string; agent?: string }) => {
    await guestCaller()('POST /api/app/client_error', { body: failure })
    const { payload } = await api.ctx.db
      .selectFrom('events')
      .select('payload')
      .where('topic', '=', 'client.failed')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return (payload as { report: string }).report
  }
  const failure = { page: '/orders', agent: 'Chrome', message: 'Boom', stack: 'at a.js:1' }
  expect(await reportOf(failure)).toBe('/orders\nChrome\nBoom\nat a.js:1')
  api.advanceClock(1000)
  expect(await reportOf({ message: 'Boom', stack: 'ы'.repeat(4000) })).toBe(`Boom\n${'ы'.repeat(3995)}`)
})
