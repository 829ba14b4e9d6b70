import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Tags } from './badge.tsx'

test('the number of hidden tags stands in the item of the last tag, so it is never alone on a line', () => {
  const html = renderToStaticMarkup(<Tags items={['Figma', 'React']} hiddenCount={2} />)
  const items = html.split('</li>')
  expect(items[1]).toMatch(/React.*\+2/)
  expect(items[0]).not.toContain('+2')
})

test('without hidden tags no number is shown', () => {
  expect(renderToStaticMarkup(<Tags items={['Figma']} />)).not.toContain('+')
})
