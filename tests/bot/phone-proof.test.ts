import { beforeAll, expect, test } from 'vitest'
import { upsertUser } from '#services/users/account/accounts.ts'
import { confirmPhone, verifyByContact } from '#services/users/phone/actions.ts'
import { setUpWorkers, type WorkerSetup } from '#tests/workers/setup.ts'
import { createAccount } from './telegram.ts'

let setup: WorkerSetup
beforeAll(async () => {
  setup = await setUpWorkers()
})

/** Creates a person with the signed contact that the Telegram client passes to the mini-app. */
async function openContactRequest(query = '') {
  const { id } = await createAccount(setup)
  const person = await upsertUser(setup.ctx, { id, first_name: 'Анна' })
  const { contact } = await setup.telegram.get<{ contact: string }>(`/users/${id}/contact-data?${query}`)
  return { id: person.id, contact }
}

/** Returns a phone number that another account has already confirmed. */
async function takenPhone(): Promise<string> {
  const { id: user_id, contact } = await openContactRequest()
  await verifyByContact(setup.ctx, user_id, contact)
  return JSON.parse(new URLSearchParams(contact).get('contact') ?? '').phone_number
}

/** Reads all stored data about a person's phone confirmation. */
const traces = (id: number) =>
  setup.ctx.db
    .selectFrom('users')
    .leftJoin('user_phones', 'user_id', 'id')
    .select(['verification', 'verified_at', 'updated_at', 'confirmed_at', 'phone_hmac', 'phone_enc', 'kid'])
    .where('id', '=', id)
    .executeTakeFirst()

test('a signed contact of one’s own confirms, and the same once more changes nothing', async () => {
  const { id, contact } = await openContactRequest()
  for (const _time of [1, 2])
    expect(await verifyByContact(setup.ctx, id, contact)).toEqual({ is_verified: true, status: 'confirmed' })
})

test('a number that is none is named', async () => {
  const { id } = await openContactRequest()
  const confirmNumber = (number: string) =>
    confirmPhone(setup.ctx, { user_id: id, phone_number: number, source: 'bot' })
  for (const number of ['+123456', '1'.repeat(16)])
    await expect(confirmNumber(number)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields: [{ path: 'phone_number' }] },
    })
  await confirmNumber('1'.repeat(15))
  await confirmNumber('1234567')
})

test('what is confirmed stays as it was, whatever is asked afterwards', async () => {
  const { id, contact } = await openContactRequest()
  const laterContext = { ...setup.ctx, now: () => new Date(Date.now() + 60_000) }
  await verifyByContact(setup.ctx, id, contact)
  const tracesBefore = await traces(id)
  expect(tracesBefore).toMatchObject({ verification: 'confirmed', verified_at: tracesBefore?.confirmed_at })
  for (const proof of [contact, undefined])
    expect(await verifyByContact(laterContext, id, proof)).toEqual({ is_verified: true, status: 'confirmed' })
  const foreignNumber = confirmPhone(laterContext, {
    user_id: id,
    phone_number: await takenPhone(),
    source: 'bot',
  })
  await expect(foreignNumber).rejects.toMatchObject({ code: 'phone_taken' })
  expect(await traces(id)).toEqual(tracesBefore)
})

test('a new number takes the place of the old one, which is free again', async () => {
  const [first, second] = [await openContactRequest(), await openContactRequest()]
  const confirmPhoneOf = ({ id: user_id }: { id: number }, phone_number: string) =>
    confirmPhone(setup.ctx, { user_id, phone_number, source: 'bot' })
  await confirmPhoneOf(first, '+79995551001')
  await confirmPhoneOf(first, '+79995551002')
  await confirmPhoneOf(second, '+79995551001')
  await expect(confirmPhoneOf(second, '+79995551002')).rejects.toMatchObject({ code: 'phone_taken' })
})

test('without a contact the person is waited for, and nobody else', async () => {
  const [{ id }, otherPerson] = [await openContactRequest(), await openContactRequest()]
  expect(await verifyByContact(setup.ctx, id, undefined)).toEqual({ is_verified: false, status: 'pending' })
  expect(await traces(id)).toMatchObject({ verification: 'requested' })
  expect(await traces(otherPerson.id)).toMatchObject({ verification: 'none' })
})

test('a phone of somebody else is a conflict of whoever shows it, asked for or not', async () => {
  const phone_number = await takenPhone()
  const [newPerson, waiting, otherPerson] = [
    await openContactRequest(),
    await openContactRequest(),
    await openContactRequest(),
  ]
  await verifyByContact(setup.ctx, waiting.id, undefined)
  for (const { id } of [newPerson, waiting]) {
    const confirmation = { user_id: id, phone_number, source: 'app' } as const
    await expect(confirmPhone(setup.ctx, confirmation)).rejects.toMatchObject({ code: 'phone_taken' })
    expect(await verifyByContact(setup.ctx, id, undefined)).toEqual({
      is_verified: false,
      status: 'conflict',
    })
  }
  expect(await traces(otherPerson.id)).toMatchObject({ verification: 'none' })
})

test('somebody else’s signed contact is refused', async () => {
  const [ownContact, otherContact] = [await openContactRequest(), await openContactRequest()]
  await expect(verifyByContact(setup.ctx, ownContact.id, otherContact.contact)).rejects.toMatchObject({
    code: 'not_owner',
  })
})

test('a changed phone breaks the signature', async () => {
  const { id, contact } = await openContactRequest()
  const forgedContact = contact.replace(/(\d{6})(?=%22%2C%22first_name|%22)/, '000000')
  expect(forgedContact).not.toBe(contact)
  await expect(verifyByContact(setup.ctx, id, forgedContact)).rejects.toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ path: 'contact' }] },
  })
})

test('an old contact confirms nobody', async () => {
  const { id, contact } = await openContactRequest('age=400')
  expect(await verifyByContact(setup.ctx, id, contact)).toEqual({ is_verified: false, status: 'pending' })
})

test('of two accounts proving one phone at once one is confirmed', async () => {
  const phones = ['0', '1', '2', '3', '4', '5'].map((lastDigit) => `7999555000${lastDigit}`)
  const people = await Promise.all(
    phones.flatMap((phone) => [
      openContactRequest(`phone=${encodeURIComponent(`+${phone}`)}`),
      openContactRequest(`phone=${phone}`),
    ]),
  )
  const results = await Promise.allSettled(
    people.map(({ id, contact }) => verifyByContact(setup.ctx, id, contact)),
  )
  const refusals = results.filter((result) => result.status === 'rejected')
  expect(refusals.map(({ reason }) => reason.code)).toEqual(phones.map(() => 'phone_taken'))
})
