import { beforeEach, expect, test, vi } from 'vitest'
import { markupOf, speak, textOf } from '#tests/support/components/markup.tsx'
import { ApiError } from '#web/client/http/http.ts'
import { queryClient } from '#web/client/query.ts'
import { overlays } from '#web/ui/overlays.ts'
import { LinesForm } from './lines-form.tsx'
import { ReadyPapers } from './ready-papers.tsx'
import { type Papers, papersOf, useEraseLines, useSaveLines, useSavePaper } from './use-papers.ts'

const { api, showFailure, saveFile } = vi.hoisted(() => ({
  api: vi.fn<(name: string, input: unknown) => Promise<unknown>>(),
  showFailure: vi.fn<(error: unknown) => Promise<void>>(async () => {}),
  saveFile: vi.fn<(file: unknown) => Promise<void>>(async () => {}),
}))
vi.mock('#web/client/http/api.ts', () => ({ api }))
vi.mock('#web/features/session/show-failure.ts', () => ({ showFailure }))
vi.mock('#web/features/files/save-file.ts', () => ({ saveFile }))
vi.mock('#web/telegram/index.ts', () => ({ haptic: () => {}, openLink: () => {}, confirmClosing: () => {} }))

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  speak('ru')
})

const receipt_url = 'https://lknpd.nalog.ru/api/v1/receipt/500100732259/20a1b2c3d4/print'
const self = {
  name: 'Соколова Алина Игоревна',
  tax_number: '500100732259',
  receipt_url: null,
  kept_until: '2026-12-20T10:00:00Z',
}
const act = {
  title: 'АКТ № 7',
  subtitle: 'сдачи-приёмки выполненных работ',
  date: '5 ноября 2026 г.',
  intro: 'Заказчик ____ и Исполнитель Соколова составили этот акт:',
  work_head: 'Работа',
  sum_head: 'Сумма',
  total_head: 'Итого',
  rows: [{ work: 'Логотип\nСдано 4 ноября 2026 г.', sum: '20 000,00 ₽' }],
  clauses: ['Двадцать тысяч рублей 00 копеек.'],
  sides: [
    { role: 'Заказчик', name: null, tax_line: null },
    { role: 'Исполнитель', name: self.name, tax_line: 'ИНН 500100732259' },
  ],
  law: 'не консультация',
}
const papersWith = (changes: Partial<Papers> = {}): Papers => ({
  title: 'Логотип для кофейни',
  is_client: false,
  lines: self,
  suggested: null,
  is_other_filled: false,
  receipt_url: null,
  act,
  ...changes,
})

const form = (changes: Partial<Papers> = {}) => (
  <LinesForm id={7} papers={papersWith({ lines: null, ...changes })} onSaved={() => {}} />
)
const valuesOf = (html: string) =>
  [...html.matchAll(/<input[^>]* value="([^"]*)"/g)].map(([, value]) => value)

test('the form names both sides, and says how long the lines stay and who sees them', () => {
  const text = textOf(form())
  expect(text).toMatch(/Документы.*Логотип для кофейни.*Исполнитель Вы .*Заказчик Ждём данных/)
  expect(text).toContain(
    'Эти данные мы сотрём через 90 дней. Вторая сторона увидит их только в самих документах.',
  )
  expect(text).toContain('Это заготовка документа, а не юридическая консультация.')
  expect(text).not.toMatch(/Подставили|Впишите имя|Такого ИНН/)
  expect(textOf(form({ is_client: true, is_other_filled: true }))).toMatch(
    /Заказчик Вы .*Исполнитель Заполнено Эти данные уже есть в документах/,
  )
  expect(valuesOf(markupOf(form()))).toEqual(['', ''])
  expect(markupOf(form())).toMatch(/<input[^>]*(maxLength|maxlength)="120"/)
})

test('the lines of the last paper stand in an empty form and are said to come from there', () => {
  const suggested = { name: 'ООО «Зерно»', tax_number: '7707083893' }
  expect(valuesOf(markupOf(form({ suggested })))).toEqual(['ООО «Зерно»', '7707083893'])
  expect(textOf(form({ suggested }))).toContain('Подставили из документов другого заказа. Проверьте.')
  expect(valuesOf(markupOf(form({ suggested: { name: 'Jo Smith', tax_number: null } })))).toEqual([
    'Jo Smith',
    '',
  ])
  const own = { lines: self, suggested: null }
  expect(valuesOf(markupOf(form(own)))).toEqual([self.name, self.tax_number])
  expect(textOf(form(own))).not.toContain('Подставили')
  speak('en')
  expect(textOf(form({ suggested }))).toContain('Filled in from your papers of another order. Check it.')
})

const ready = (changes: Partial<Papers> = {}) => {
  const papers = papersWith(changes)
  return <ReadyPapers id={7} papers={papers} lines={papers.lines ?? self} onEdit={() => {}} />
}

test('the preview shows what the PDF says, with the total, both names and tax numbers', () => {
  const text = textOf(ready())
  expect(text).toMatch(
    /АКТ № 7 сдачи.* Работа Сумма Логотип Сдано 4 ноября 2026 г\. 20 000,00 ₽ Итого 20 000,00 ₽ Двадцать тысяч/,
  )
  expect(text).toMatch(/Заказчик Исполнитель Соколова Алина Игоревна ИНН 500100732259/)
  expect(text).toContain('для них пустая строка')
  expect(textOf(ready({ is_other_filled: true }))).toContain('Проверьте, прежде чем сохранять')
  expect(text).toMatch(/Стереть мои данные Сами сотрём 20 дек/)
  expect(markupOf(ready())).toContain('lang="ru"')
})

test('a person who is the executor adds one receipt, a company and a client none', () => {
  const asks = (changes: Partial<Papers>) => textOf(ready(changes)).includes('Чек самозанятого')
  expect(asks({})).toBe(true)
  expect(asks({ is_client: true })).toBe(false)
  expect(asks({ receipt_url })).toBe(false)
  expect(asks({ lines: { ...self, tax_number: '7707083893' } })).toBe(false)
  const without = textOf(ready({ lines: { ...self, tax_number: null } }))
  expect(without).toContain('Чтобы добавить чек, впишите свой ИНН')
  expect(without).not.toContain('Адрес чека')
})

test('both sides open the receipt, and only the executor removes it', () => {
  const client = textOf(ready({ is_client: true, receipt_url }))
  expect(client).toContain('Открыть чек')
  expect(client).not.toContain('Убрать чек')
  expect(textOf(ready({ receipt_url }))).toMatch(/Открыть чек.*Убрать чек/)
  expect(textOf(ready())).not.toMatch(/Открыть чек|Убрать чек/)
})

/** Calls a hook of the papers and returns what it gives. */
function run<T>(useHook: () => T): T {
  const result: T[] = []
  function Screen() {
    result.push(useHook())
    return null
  }
  markupOf(<Screen />)
  return result[0] as T
}
const cached = () => queryClient.getQueryData(papersOf(7).queryKey)
const lines = { name: 'Ян', tax_number: null, receipt_url: null }

test.each(['offline', 'timeout', 'too_many_requests', 'internal'] as const)(
  'lines that are not saved (%s) are said to be so, and the screen keeps what it has',
  async (code) => {
    queryClient.setQueryData(papersOf(7).queryKey, papersWith({ lines: null }))
    const error = new ApiError(code)
    api.mockRejectedValueOnce(error)
    const onSuccess = vi.fn()
    run(() => useSaveLines(7)).mutate(lines, { onSuccess })
    await vi.waitFor(() => expect(showFailure).toHaveBeenCalledExactlyOnceWith(error))
    expect(onSuccess).not.toHaveBeenCalled()
    expect(cached()).toEqual(papersWith({ lines: null }))
  },
)

test('saved lines are shown without another call', async () => {
  api.mockResolvedValueOnce(papersWith())
  run(() => useSaveLines(7)).mutate(lines)
  await vi.waitFor(() => expect(cached()).toEqual(papersWith()))
  expect(api.mock.calls).toEqual([['PUT /api/projects/:id/papers', { params: { id: 7 }, body: lines }]])
})

test('erased lines can be restored with their receipt while the toast is there', async () => {
  const own = { name: self.name, tax_number: self.tax_number, receipt_url }
  api.mockResolvedValueOnce(papersWith({ lines: null }))
  run(() => useEraseLines(7, own)).mutate()
  await vi.waitFor(() => expect(overlays.read().toast?.text).toBe('Данные стёрты'))
  expect(cached()).toEqual(papersWith({ lines: null }))
  api.mockResolvedValueOnce(papersWith({ receipt_url }))
  overlays.read().toast?.action?.run()
  await vi.waitFor(() => expect(cached()).toEqual(papersWith({ receipt_url })))
  expect(api.mock.lastCall).toEqual(['PUT /api/projects/:id/papers', { params: { id: 7 }, body: own }])
  api.mockRejectedValueOnce(new ApiError('offline'))
  run(() => useEraseLines(7, own)).mutate()
  await vi.waitFor(() => expect(showFailure).toHaveBeenCalledOnce())
  expect(cached()).toEqual(papersWith({ receipt_url }))
})

test('after a paper was made the preview is read anew, because the other side may have changed its lines', async () => {
  queryClient.setQueryData(papersOf(7).queryKey, papersWith())
  const isStale = () => queryClient.getQueryState(papersOf(7).queryKey)?.isInvalidated
  api.mockRejectedValueOnce(new ApiError('too_many_saves'))
  run(() => useSavePaper(7)).mutate('act')
  await vi.waitFor(() => expect(showFailure).toHaveBeenCalledOnce())
  expect(saveFile).not.toHaveBeenCalled()
  expect(isStale()).toBe(false)
  const file = { file_url: '/files/1', name: 'Акт 7.pdf' }
  api.mockResolvedValueOnce(file)
  run(() => useSavePaper(7)).mutate('act')
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledExactlyOnceWith(file))
  expect(isStale()).toBe(true)
})
