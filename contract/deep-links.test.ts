import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeQuery, parseStartParam, pathOf } from './deep-links.ts'
import { encodeQuery, linkToOtherPage, shareLink, startParam } from './share-links.ts'

test.each([
  ['page_order___orderId_12', '/order/12'],
  ['page_order__orderId_12', '/order/12'],
  ['page_order_orderId_12', '/order/12'],
  ['page__order__orderId__12', '/order/12'],
  ['orderId_12', '/order/12'],
  ['page_vacancy___vacansyId_7', '/vacancy/7'],
  ['page_vacancy___vacancyId_7', '/vacancy/7'],
  ['PAGE_user___USERID_5', '/user/5'],
  ['page_service___serviceId_9', '/service/9'],
  ['page_service_serviceId_9', '/service/9'],
  ['service_id_9', '/service/9'],
  ['page_responses___responseId_8', '/responses/8'],
  ['page_responses', '/responses?kind=orders'],
  ['page_search___query_-D0-B4', '/search/orders?query=%D0%B4'],
  ['page_orders', '/search/orders'],
  ['page_vacancies', '/search/vacancies'],
  ['page_orders___query_-D0-B4', '/search/orders?query=%D0%B4'],
  ['page_vacancies___query_Go', '/search/vacancies?query=Go'],
  ['page_profile', '/profile'],
  ['page_payment', '/payment/check'],
  ['_page_order___orderId_12', '/order/12'],
  ['page_order___orderId_12_', '/order/12'],
  ['___page_order___orderId_12___', '/order/12'],
  ['_orderId_12_', '/order/12'],
  ['page_ORDER___orderId_12', '/order/12'],
  ['PAGE__Vacancy__VACANSYID__7', '/vacancy/7'],
  ['page_Search-Personal', '/search/personal'],
  ['page_PROFILE', '/profile'],
  ['orderId_12___page_order', '/order/12'],
  ['vacancyId_7___page_vacancy', '/vacancy/7'],
  ['page_order___page_ORDER___orderId_12', '/order/12'],
  ['page_search___query_LOGO', '/search/orders?query=LOGO'],
  ['page_search', '/search/personal'],
  ['page_search___query_order_id_5', '/search/orders?query=order_id_5'],
  ['page_vacancy___vacancy_id_7', '/vacancy/7'],
  ['page_vacancy__vacancy_id__7', '/vacancy/7'],
  ['page_vacancy_vacancy_id_7', '/vacancy/7'],
  ['page__vacancy__vacancy_id__7', '/vacancy/7'],
  ['vacancy_id_7', '/vacancy/7'],
  ['page_vacancy___VACANSY_ID_7', '/vacancy/7'],
  ['page_order___order_id_12', '/order/12'],
  ['page_user___user_id_5', '/user/5'],
  ['page_responses___response_id_8', '/responses/8'],
])('%s opens %s', (text, path) => expect(pathOf(parseStartParam(text))).toBe(path))

test.each([
  '',
  'page_admin-panel',
  'page_order',
  'page_service',
  'page_service___userId_5',
  '___',
  'page_order___page_vacancy___orderId_12',
  'page_order___orderId_0',
  'page_order___vacancy_id_7',
  'page_vacancy___vacancy_id_7___vacancyId_8',
  'page_order___orderId_12x',
  'page_order___orderId_99999999999999999',
  'page_order___orderId_1___orderId_2',
  'page_order___orderId_1___vacancyId_2',
  '../etc',
  'page_order___orderId_1 ',
  'a'.repeat(513),
])('%j opens the personal collection', (text) =>
  expect(pathOf(parseStartParam(text))).toBe('/search/personal'),
)

test('every link we write is read back and fits a bot start parameter', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('order', 'vacancy', 'user', 'service', 'responses'),
      fc.integer({ min: 1, max: 2 ** 52 }),
      (page, id) => {
        const text = startParam({ page, id } as never)
        expect(text).toMatch(/^[\w-]{1,64}$/)
        expect(parseStartParam(text)).toEqual({ page, id })
      },
    ),
  )
})

test('a link from a channel names the channel, opens the same page, and fits into every kind of link', () => {
  const link = { page: 'vacancy', id: 2 ** 52, from: 99_999_999 } as const
  expect(startParam(link)).toBe('page_vacancy___vacansyId_4503599627370496___from_99999999')
  expect(startParam(link).length).toBeLessThanOrEqual(64)
  expect(parseStartParam(startParam(link))).toEqual(link)
  expect(pathOf(parseStartParam('page_order___orderId_7___from_3'))).toBe('/order/7')
})

test.each([
  ['page_order___orderId_7___from_0', '/search/personal'],
  ['page_order___orderId_7___from_x', '/search/personal'],
  ['page_user___userId_7___from_3', '/search/personal'],
  ['page_search_query_letter_from_me', '/search/orders?query=letter_from_me'],
])('%s is no link from a channel', (text, path) => {
  expect(parseStartParam(text).from).toBeUndefined()
  expect(pathOf(parseStartParam(text))).toBe(path)
})

test('search text survives the alphabet of start parameters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (text) => {
      const wellFormed = text.isWellFormed() ? text : 'x'
      expect(encodeQuery(wellFormed)).toMatch(/^[\w-]+$/)
      expect(decodeQuery(encodeQuery(wellFormed))).toBe(wellFormed)
      if (wellFormed.length < 30)
        expect(parseStartParam(`page_search___query_${encodeQuery(wellFormed)}`).query).toBe(wellFormed)
    }),
  )
})

test('the responses of a listing open with the question whether to choose one of them', () => {
  const link = { page: 'order', id: 12, section: 'responses' } as const
  expect(pathOf(link)).toBe('/order/12/responses')
  expect(pathOf({ ...link, choose: 5 })).toBe('/order/12/responses?choose=5')
})

test.each(['start', 'startapp'])(
  'the address of a page beside ?%s= opens in the same way',
  (parameterName) => {
    const knownLink = `https://t.me/otklik_demo_bot?${parameterName}=page_search-personal`
    const newLink = new URL(linkToOtherPage(knownLink, { page: 'vacancy', id: 7 }))
    // Telegram clients that do not know `startapp` read the parameter `start`, which follows it in the link.
    const names = parameterName === 'start' ? ['start'] : ['startapp', 'start']
    expect(newLink.origin + newLink.pathname).toBe('https://t.me/otklik_demo_bot')
    expect([...newLink.searchParams]).toEqual(names.map((name) => [name, 'page_vacancy___vacansyId_7']))
  },
)

test('a page too long for `start` gets only `startapp`', () => {
  const words = 'сайт для кофейни у моря'
  const address = new URL(shareLink('https://t.me/b', { page: 'search', query: words }, 'startapp'))
  expect([...address.searchParams.keys()]).toEqual(['startapp'])
})
