import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { PaperPreview } from './paper-preview.tsx'

test('a paper breaks no line after a short word or the sign of a number, and has its title as its name', () => {
  const html = markupOf(
    <PaperPreview
      paper={{
        title: 'АКТ № 7',
        subtitle: 'сдачи-приёмки выполненных работ',
        date: '5 ноября 2026 г.',
        intro: 'Заказчик и Исполнитель составили акт о том, что работы по договору № 7 выполнены:',
        work_head: 'Работа',
        sum_head: 'Сумма',
        total_head: 'Итого',
        rows: [{ work: 'Набор из 60 иконок', sum: null }],
        clauses: ['Заказчик принял работу 5 ноября 2026 года.'],
        sides: [],
        law: '',
      }}
    />,
  ).replaceAll('\u00a0', '~')
  for (const words of [
    'о~том, что работы по~договору №~7~выполнены',
    'Набор из~60~иконок',
    '5~ноября',
    'aria-label="АКТ № 7"',
  ])
    expect(html).toContain(words)
})
