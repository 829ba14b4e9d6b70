import { expect, test } from 'vitest'
import { RobokassaUnavailable } from '#services/payments/robokassa-answer.ts'
import { readState } from './state.ts'

const namespace = 'xmlns="http://merchant.roboxchange.com/WebService/"'

function answer(state: number | string, result: number | string = 0): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<OperationStateResponse xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${namespace}>
  <Result><Code>${result}</Code></Result>
  <State>
    <Code>${state}</Code>
    <RequestDate>2026-04-24T00:30:00.1234567+03:00</RequestDate>
    <StateDate>2026-04-24T00:29:00.0000000+03:00</StateDate>
  </State>
  <Info>
    <IncSum>2500.00</IncSum><OutSum>2500.000000</OutSum><OpKey>ABCDEF12-OVO</OpKey>
    <PaymentMethod><Code>BankCard</Code></PaymentMethod>
  </Info>
  <UserField><Field><Name>Shp_item</Name><Value>0077</Value></Field></UserField>
</OperationStateResponse>`
}

test('a finished operation is read whole', () => {
  expect(readState(answer(100))).toEqual({
    meaning: 'paid',
    result_code: 0,
    state_code: 100,
    amount_kopecks: 250_000,
    op_key: 'ABCDEF12-OVO',
    state_at: '2026-04-23T21:29:00.000Z',
    shp: { Shp_item: '0077' },
  })
})

test('of all states only 100, and of all results only 0, mean paid', () => {
  const states = Array.from({ length: 1_000 }, (_, code) => code)
  expect(states.filter((code) => readState(answer(code)).meaning === 'paid')).toEqual([100])
  expect(states.filter((code) => readState(answer(100, code)).meaning === 'paid')).toEqual([0])
})

test.each([
  [5, 'waiting'],
  [10, 'not_received'],
  [20, 'held'],
  [50, 'crediting'],
  [60, 'returned'],
  [80, 'suspended'],
  [99, 'unknown'],
])('state %i is %s', (code, meaning) => {
  expect(readState(answer(code)).meaning).toBe(meaning)
})

test.each([
  [1, 'unknown'],
  [3, 'not_found'],
  [4, 'two_operations'],
  [1000, 'unknown'],
])('an answer of code %i without a state is %s', (code, meaning) => {
  const xml = `<OperationStateResponse ${namespace}><Result><Code>${code}</Code></Result></OperationStateResponse>`
  expect(readState(xml)).toMatchObject({ meaning, state_code: null, amount_kopecks: null, op_key: null })
})

test.each([
  ['a page', '<html><body><h1>Maintenance</h1></body></html>'],
  ['nothing', ''],
  ['half an answer', answer(100).slice(0, 300)],
  ['a document type', answer(100).replace('<Operation', '<!DOCTYPE any><Operation')],
  ['two states', answer('5</Code></State><State><Code>100')],
  ['two codes', answer('5</Code><Code>100')],
  ['a code that is no number', answer('1e2')],
])('%s is no answer', (_, xml) => {
  expect(() => readState(xml)).toThrow(RobokassaUnavailable)
})
