import { expect, test } from 'vitest'
import { withPassword } from './address.ts'

test.each([
  ['postgres://otklik@db:5432/otklik', 'p@ss/w#rd', 'postgres://otklik:p%40ss%2Fw%23rd@db:5432/otklik'],
  ['postgres://otklik:own@db:5432/otklik', 'other', 'postgres://otklik:own@db:5432/otklik'],
  ['postgres://otklik@db:5432/otklik', undefined, 'postgres://otklik@db:5432/otklik'],
  ['postgres://otklik@db:5432/otklik', '', 'postgres://otklik@db:5432/otklik'],
])('%s with the password %j is %s', (address, password, expected) => {
  expect(withPassword(address, password)).toBe(expected)
})
