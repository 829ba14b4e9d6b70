import '#tests/support/components/boot.ts'
import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { ApiError } from '#web/client/http/http.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { ListFailure } from './list-failure.tsx'

const addTexts = (area: string) => {
  const file = new URL(`../../../../contract/texts/ru/${area}.json`, import.meta.url)
  translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
}

beforeAll(() => {
  addTexts('app')
  translations.setLanguage('ru')
})

const textOf = (error: Error) =>
  renderToStaticMarkup(<ListFailure error={error} onRetry={() => undefined} />).replace(/<[^>]*>/g, ' ')

test('a refusal whose text has not come yet is not called a fault of the service, a fault is', () => {
  const refusal = new ApiError('blocked', { statusCode: 403 })
  const fault = new ApiError('internal', { statusCode: 500 })
  expect(textOf(refusal)).not.toContain('с нашей стороны')
  expect(textOf(fault)).toContain('с нашей стороны')
  addTexts('errors')
  expect(textOf(refusal)).toContain(translations.t('errors.blocked'))
  expect(textOf(fault)).toContain(translations.t('errors.internal'))
})
