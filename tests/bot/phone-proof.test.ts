import { beforeAll, expect, test } from 'vitest'
import { rememberPerson } from '#services/users/accounts.ts'
import { verifyByContact } from '#services/users/verification.ts'
import { openStage, type Stage } from '#tests/workers/stage.ts'
import { stranger } from './telegram.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})

/** A person with the signed contact that their client hands to the app. */
async function sharing(query = '') {
  const { id } = await stranger(stage)
  const person = await rememberPerson(stage.ctx, { id, first_name: 'Анна' })
  const { contact } = await stage.telegram.get<{ contact: string }>(`/users/${id}/contact-data?${query}`)
  return { id: person.id, contact }
}

test('a signed contact of one’s own confirms, and the same once more changes nothing', async () => {
  const { id, contact } = await sharing()
  for (const _time of [1, 2])
    expect(await verifyByContact(stage.ctx, id, contact)).toEqual({ is_verified: true, status: 'confirmed' })
})

test('without a contact the person is waited for', async () => {
  const { id } = await sharing()
  expect(await verifyByContact(stage.ctx, id, undefined)).toEqual({ is_verified: false, status: 'pending' })
})

test('somebody else’s signed contact is refused', async () => {
  const [own, other] = [await sharing(), await sharing()]
  await expect(verifyByContact(stage.ctx, own.id, other.contact)).rejects.toMatchObject({ code: 'not_owner' })
})

test('a changed phone breaks the signature', async () => {
  const { id, contact } = await sharing()
  const forged = contact.replace(/(\d{6})(?=%22%2C%22first_name|%22)/, '000000')
  expect(forged).not.toBe(contact)
  await expect(verifyByContact(stage.ctx, id, forged)).rejects.toMatchObject({ code: 'invalid_input' })
})

test('an old contact confirms nobody', async () => {
  const { id, contact } = await sharing('age=400')
  expect(await verifyByContact(stage.ctx, id, contact)).toMatchObject({ is_verified: false })
})

test('of two accounts proving one phone at once one is confirmed', async () => {
  const phone = '+79995550000'
  const pair = [await sharing(`phone=${encodeURIComponent(phone)}`), await sharing('phone=79995550000')]
  const results = await Promise.allSettled(
    pair.map(({ id, contact }) => verifyByContact(stage.ctx, id, contact)),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['phone_taken'])
})
