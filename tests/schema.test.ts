import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#contract/languages.ts'
import {
  deliveryStates,
  legacyFlagsOf,
  listingStatuses,
  moderationStates,
  paymentStates,
  requestStatuses,
  responseStatuses,
} from '#contract/lifecycle.ts'
import {
  experience,
  jobTypes,
  languageLevels,
  paymentFormats,
  reportSubjects,
  socialNetworks,
} from '#contract/options.ts'
import * as states from '#contract/states.ts'
import { connect, type Db } from '#db/index.ts'
import { type Columns, parseColumn, readInterfaces } from '#tests/support/api/declared-columns.ts'
import {
  type RealColumn,
  readCheckedValues,
  readRealColumns,
  withoutTypes,
} from '#tests/support/api/real-columns.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

let db: Db
let declaredColumns: Map<string, Map<string, string>>
let realColumns: Record<string, Record<string, RealColumn>>

beforeAll(async () => {
  const { owner_url } = await takeInfrastructure()
  db = connect(owner_url)
  declaredColumns = await readInterfaces()
  realColumns = await readRealColumns(db)
})
afterAll(() => db.destroy())

describe('the types of the tables equal the real database', () => {
  test('names, kinds, nulls and defaults of every column', () => {
    const expected: Columns = {}
    for (const [table, columns] of declaredColumns)
      expected[table] = Object.fromEntries(
        Array.from(columns, ([name, type]) => {
          const column = parseColumn(type)
          return [name, { ...column, kind: column.kind === 'money' ? 'number' : column.kind }]
        }),
      )
    expect(withoutTypes(realColumns)).toEqual(expected)
  })

  test('money and ids of growing tables are 64 bits wide', () => {
    const narrowColumns = [...declaredColumns].flatMap(([table, columns]) =>
      [...columns]
        .filter(
          ([name, type]) => /\bMoney\b/.test(type) || /^(user|listing|response|telegram|chat)_id$/.test(name),
        )
        .filter(([name]) => realColumns[table]?.[name]?.type !== 'bigint')
        .map(([name]) => `${table}.${name}`),
    )
    expect(narrowColumns.filter((name) => !name.startsWith('payment_invariant_violations.'))).toEqual([])
  })

  test('the states that the types name are the ones the database accepts', async () => {
    const unions = await readUnions()
    const allowedValues = await readCheckedValues(db)
    const languagesInDb = await db.selectFrom('languages').select('code').execute()
    for (const column of [
      'users.ui_language',
      'shared_cards.language',
      'staff_chats.language',
      'channels.language',
    ])
      allowedValues.set(
        column,
        languagesInDb.map(({ code }) => code),
      )
    let columnCount = 0
    for (const [table, columns] of declaredColumns)
      for (const [name, type] of columns) {
        const union = unions.get(type.replace(/^Generated<(.*)>$/, '$1').replace(' | null', ''))
        if (!union || unchecked.has(table)) continue
        expect(allowedValues.get(`${table}.${name}`)?.toSorted(), `${table}.${name}`).toEqual(
          union.toSorted(),
        )
        columnCount++
      }
    expect(columnCount).toBeGreaterThan(30)
  })
})

test("the flags computed by the database are the contract's flags", async () => {
  const rolledBack = new Error('only looking')
  const rolledBackRead = db.transaction().execute(async (tx) => {
    const { id: author_id } = await tx
      .insertInto('users')
      .values({ full_name: 'Анна', telegram_id: 7_000_000_999 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const status of listingStatuses) {
      const isRequest = requestStatuses.some((one) => one === status)
      const row = await tx
        .insertInto('listings')
        .values({
          ...{ kind: 'order', author_id, status, title: 'Логотип', content_hash: status, experience: 'y1_3' },
          audience: isRequest ? 'private' : 'public',
          published_at: isRequest ? null : '2026-01-01T00:00:00Z',
          hidden_reason: status === 'hidden' ? 'owner' : null,
        })
        .returning(['is_paid', 'is_published', 'is_archive', 'is_active', 'experience_min', 'experience_max'])
        .executeTakeFirstOrThrow()
      expect(row, status).toEqual({ ...legacyFlagsOf(status), experience_min: 1, experience_max: 3 })
    }
    throw rolledBack
  })
  await expect(rolledBackRead).rejects.toBe(rolledBack)
})

/**
 * Tables and views whose states no constraint checks. Views have no constraints. The history of a payment repeats
 * states that were checked before.
 */
const unchecked = new Set([
  'payment_invariant_violations',
  'ledger_standings',
  'ledger_balances',
  'payment_events',
])

/** Returns unions of strings by name. They are declared in db/tables/states.ts or listed as values by the contract. */
async function readUnions(): Promise<Map<string, string[]>> {
  const text = await readFile(new URL('../db/tables/states.ts', import.meta.url), 'utf8')
  const ownTypes = text.split(/^export type /m).map((part): [string, string[]] => {
    const [name = '', body = ''] = part.split(' =')
    return [name, Array.from(body.matchAll(/'(\w+)'/g), ([, value = '']) => value)]
  })
  return new Map<string, string[]>([
    ...ownTypes,
    ['ListingStatus', listingStatuses],
    ['ListingKind', ['order', 'vacancy']],
    ['ResponseStatus', [...responseStatuses]],
    ['PaymentState', [...paymentStates]],
    ['ModerationState', [...moderationStates]],
    ['DeliveryState', [...deliveryStates]],
    ['Experience', Object.keys(experience)],
    ['PaymentFormat', [...paymentFormats]],
    ['JobType', [...jobTypes]],
    ['Language', [...languages]],
    ['LanguageLevel', [...languageLevels]],
    ['SocialNetwork', [...socialNetworks]],
    ['ReportSubject', [...reportSubjects]],
    ['UserRole', [...states.userRoles]],
    ['UserStatus', [...states.userStatuses]],
    ['VerificationState', [...states.verificationStates]],
    ['ConfirmationState', [...states.confirmationStates]],
    ['PaymentKind', [...states.paymentKinds]],
    ['PaymentRail', [...states.paymentRails]],
    ['ModerationSubject', [...states.moderationSubjects]],
    ['ReportState', [...states.reportStates]],
    ['RoomKind', [...states.roomKinds]],
    ['SupportState', [...states.supportStates]],
    ['SupportSide', [...states.supportSides]],
    ['SupportMessageState', [...states.supportMessageStates]],
    ['SupportClosing', [...states.supportClosings]],
  ])
}
