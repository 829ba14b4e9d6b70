/** Reference rows with fixed ids: listings, people and old links name them. */

const rate_date = '2026-11-20'

/** Rates of the first day; a running product refreshes them. */
export const currencies = [
  {
    id: 1,
    code: 'RUB',
    symbol: '₽',
    name_ru: 'Российский рубль',
    name_en: 'Russian rouble',
    rate_to_base: '1',
  },
  { id: 2, code: 'TON', symbol: 'TON', name_ru: 'Тонкоин', name_en: 'Toncoin', rate_to_base: '135' },
  { id: 3, code: 'USD', symbol: '$', name_ru: 'Доллар США', name_en: 'US dollar', rate_to_base: '80.9' },
  { id: 4, code: 'EUR', symbol: '€', name_ru: 'Евро', name_en: 'Euro', rate_to_base: '93.8' },
  {
    id: 5,
    code: 'KZT',
    symbol: '₸',
    name_ru: 'Казахстанский тенге',
    name_en: 'Kazakhstani tenge',
    rate_to_base: '0.156',
  },
  {
    id: 6,
    code: 'BYN',
    symbol: 'Br',
    name_ru: 'Белорусский рубль',
    name_en: 'Belarusian rouble',
    rate_to_base: '27.1',
  },
  {
    id: 7,
    code: 'UZS',
    symbol: 'soʻm',
    name_ru: 'Узбекский сум',
    name_en: 'Uzbekistani sum',
    rate_to_base: '0.0068',
  },
  { id: 8, code: 'USDT', symbol: 'USDT', name_ru: 'Тезер', name_en: 'Tether', rate_to_base: '80.9' },
].map((currency) => ({ ...currency, rate_date, icon_url: `/currencies/${currency.code.toLowerCase()}.svg` }))

export const priceTerms = [
  {
    id: 1,
    name_ru: 'за проект',
    name_en: 'per project',
    description_ru: 'Одна цена за всю работу',
    description_en: 'One price for the whole work',
  },
  {
    id: 2,
    name_ru: 'за час',
    name_en: 'per hour',
    description_ru: 'По часам, которые заняла работа',
    description_en: 'By the hours the work took',
  },
  {
    id: 3,
    name_ru: 'за день',
    name_en: 'per day',
    description_ru: 'За рабочий день',
    description_en: 'For a working day',
  },
  {
    id: 4,
    name_ru: 'за неделю',
    name_en: 'per week',
    description_ru: 'За рабочую неделю',
    description_en: 'For a working week',
  },
  {
    id: 5,
    name_ru: 'за месяц',
    name_en: 'per month',
    description_ru: 'За месяц сопровождения',
    description_en: 'For a month of service',
  },
  {
    id: 6,
    name_ru: 'за 1000 знаков',
    name_en: 'per 1,000 characters',
    description_ru: 'Без пробелов',
    description_en: 'Spaces not counted',
  },
  {
    id: 7,
    name_ru: 'за страницу',
    name_en: 'per page',
    description_ru: '1800 знаков с пробелами',
    description_en: '1,800 characters with spaces',
  },
  {
    id: 8,
    name_ru: 'за экран',
    name_en: 'per screen',
    description_ru: 'Один экран макета',
    description_en: 'One screen of a design',
  },
  {
    id: 9,
    name_ru: 'за минуту',
    name_en: 'per minute',
    description_ru: 'За минуту готового видео или звука',
    description_en: 'Per minute of finished video or audio',
  },
  {
    id: 10,
    name_ru: 'за штуку',
    name_en: 'per piece',
    description_ru: 'За карточку, баннер, пост',
    description_en: 'Per card, banner or post',
  },
].map((term) => ({ ...term, position: term.id }))

const roubles = 100
const valid_from = '2025-01-01T00:00:00Z'

/** Kopecks. */
export const tariffs = [
  { product: 'project' as const, period_days: 30, amount: 2500 * roubles, valid_from },
  { product: 'vacancy' as const, period_days: 30, amount: 2500 * roubles, valid_from },
  { product: 'response' as const, period_days: null, amount: 150 * roubles, valid_from },
]
