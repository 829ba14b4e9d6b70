/** Reference rows with fixed ids. The ids are fixed because listings, people and old links refer to them. */

const rate_date = '2026-11-20'

/** Exchange rates of a new installation; a running product refreshes them. */
export const currencies = [
  {
    id: 1,
    code: 'RUB',
    symbol: '₽',
    names: { ru: 'Российский рубль', en: 'Russian rouble' },
    rate_to_base: '1',
  },
  { id: 2, code: 'TON', symbol: 'TON', names: { ru: 'Тонкоин', en: 'Toncoin' }, rate_to_base: '135' },
  { id: 3, code: 'USD', symbol: '$', names: { ru: 'Доллар США', en: 'US dollar' }, rate_to_base: '80.9' },
  { id: 4, code: 'EUR', symbol: '€', names: { ru: 'Евро', en: 'Euro' }, rate_to_base: '93.8' },
  {
    id: 5,
    code: 'KZT',
    symbol: '₸',
    names: { ru: 'Казахстанский тенге', en: 'Kazakhstani tenge' },
    rate_to_base: '0.156',
  },
  {
    id: 6,
    code: 'BYN',
    symbol: 'Br',
    names: { ru: 'Белорусский рубль', en: 'Belarusian rouble' },
    rate_to_base: '27.1',
  },
  {
    id: 7,
    code: 'UZS',
    symbol: 'soʻm',
    names: { ru: 'Узбекский сум', en: 'Uzbekistani sum' },
    rate_to_base: '0.0068',
  },
  { id: 8, code: 'USDT', symbol: 'USDT', names: { ru: 'Тезер', en: 'Tether' }, rate_to_base: '80.9' },
].map((currency) => ({ ...currency, rate_date, icon_url: `/currencies/${currency.code.toLowerCase()}.svg` }))

export const priceTerms = [
  {
    id: 1,
    names: { ru: 'за проект', en: 'per project' },
    descriptions: { ru: 'Одна цена за всю работу', en: 'One price for the whole work' },
  },
  {
    id: 2,
    names: { ru: 'за час', en: 'per hour' },
    descriptions: { ru: 'По часам, которые заняла работа', en: 'By the hours the work took' },
  },
  {
    id: 3,
    names: { ru: 'за день', en: 'per day' },
    descriptions: { ru: 'За рабочий день', en: 'For a working day' },
  },
  {
    id: 4,
    names: { ru: 'за неделю', en: 'per week' },
    descriptions: { ru: 'За рабочую неделю', en: 'For a working week' },
  },
  {
    id: 5,
    names: { ru: 'за месяц', en: 'per month' },
    descriptions: { ru: 'За месяц сопровождения', en: 'For a month of service' },
  },
  {
    id: 6,
    names: { ru: 'за 1000 знаков', en: 'per 1,000 characters' },
    descriptions: { ru: 'Без пробелов', en: 'Spaces not counted' },
  },
  {
    id: 7,
    names: { ru: 'за страницу', en: 'per page' },
    descriptions: { ru: '1800 знаков с пробелами', en: '1,800 characters with spaces' },
  },
  {
    id: 8,
    names: { ru: 'за экран', en: 'per screen' },
    descriptions: { ru: 'Один экран макета', en: 'One screen of a design' },
  },
  {
    id: 9,
    names: { ru: 'за минуту', en: 'per minute' },
    descriptions: { ru: 'За минуту готового видео или звука', en: 'Per minute of finished video or audio' },
  },
  {
    id: 10,
    names: { ru: 'за штуку', en: 'per piece' },
    descriptions: { ru: 'За карточку, баннер, пост', en: 'Per card, banner or post' },
  },
]

const roubles = 100
const valid_from = '2025-01-01T00:00:00Z'

/** Amount of the tariff, in kopecks. */
export const tariffs = [
  { product: 'project' as const, period_days: 30, amount: 2500 * roubles, valid_from },
  { product: 'vacancy' as const, period_days: 30, amount: 2500 * roubles, valid_from },
  { product: 'response' as const, period_days: null, amount: 150 * roubles, valid_from },
]
