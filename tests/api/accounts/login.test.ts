import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf, createCaller } from '#tests/support/api/call.ts'
import { launchData } from '#tests/support/people/launch-data.ts'
import { login, newAccount } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const launch = (account: ReturnType<typeof newAccount>) =>
  launchData(account, api.ctx.config.BOT_TOKEN, api.ctx.now())
const callWith = (launchText: string) => createCaller(api.server, { authorization: `tma ${launchText}` })
const rowsOf = (telegram_id: number) =>
  api.ctx.db.selectFrom('users').selectAll().where('telegram_id', '=', telegram_id).execute()
const sessionsOf = (user_id: number) =>
  api.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', user_id).execute()

/**
 * Ids of the transactions that last wrote the rows of the user and the sessions. Every write changes the id, even a
 * write of equal values.
 */
async function lastWritesOf(user_id: number): Promise<unknown> {
  const { rows } = await sql`
    select xmin::text from users where id = ${user_id}
    union all select xmin::text from sessions where user_id = ${user_id}`.execute(api.ctx.db)
  return rows
}

test('before login the app asks whether it knows the person, then makes the account', async () => {
  const account = newAccount({ id: 7_000_000_000, first_name: '  Борис ', last_name: 'Ким' })
  const call = callWith(launch(account))
  const query = { telegram_id: account.id }
  expect(await call('POST /api/users/check', { query, body: {} })).toEqual({ exists: false, user: null })
  const body = { telegram_id: account.id, is_client: true, language: 'en', city: 'Казань' } as const
  const created = await call('POST /api/users/create', { body })
  expect(created).toMatchObject({
    telegram_id: 7_000_000_000,
    full_name: 'Борис Ким',
    is_client: true,
    is_contractor: false,
    ui_language: 'en',
    city: 'Казань',
    telegram_link: `https://t.me/${account.username}`,
  })
  expect(await call('POST /api/users/check', { query, body: {} })).toEqual({ exists: true, user: created })
  expect(await call('POST /api/users/create', { body: { ...body, city: 'Тверь' } })).toEqual(created)
})

test('nobody gives themselves a badge, a rating or a role', async () => {
  const account = newAccount()
  const forgedFields = {
    is_verified: true,
    rating: 5,
    role: 'admin',
    is_focus_group: true,
    posted_count: 100,
  }
  const createdUser = await callWith(launch(account))('POST /api/users/create', {
    body: { telegram_id: account.id, ...forgedFields },
  })
  expect(createdUser).toMatchObject({ is_verified: false, rating: null, role: 'user', is_focus_group: false })
  expect(createdUser.posted_count).toBe(0)
})

test('the same launch is the same session, and a known person costs no write', async () => {
  const first = await login(api)
  const writesBefore = await lastWritesOf(first.id)
  const { tokens, user } = await callWith(first.launch)('POST /auth/login', {
    body: { id: first.id, telegram_id: first.account.id },
  })
  expect(user).toEqual(first.user)
  expect(await sessionsOf(first.id)).toHaveLength(1)
  expect(await lastWritesOf(first.id)).toEqual(writesBefore)
  const sid = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
  expect(sid(tokens.access_token)).toBe(sid(first.token))
})

test('a new user name follows Telegram, the own name stays', async () => {
  const anna = await login(api)
  const renamedPerson = await login(api, { ...anna.account, username: 'anna_new', first_name: 'Аня' })
  expect(renamedPerson.user).toMatchObject({
    id: anna.id,
    username: 'anna_new',
    full_name: anna.user.full_name,
  })
})

test('the language that the app asks for stays the person’s own, and nobody else’s', async () => {
  const [anna, boris] = [await login(api), await login(api)]
  const query = { category_id: 101 }
  await anna.call('POST /api/users/change_user_spec/:id', { params: { id: anna.id }, query })
  const logIn = (ui_language?: 'en' | 'ru') =>
    callWith(anna.launch)('POST /auth/login', {
      body: { telegram_id: anna.account.id, id: anna.id, ui_language },
    })
  const userBefore = (await logIn()).user
  expect(userBefore.ui_language).toBe('ru')
  const english = (await logIn('en')).user
  expect(english.ui_language).toBe('en')
  expect(english.category?.name).toMatch(/^[a-z]/i)
  expect(english.category?.name).not.toBe(userBefore.category?.name)
  const [writesBefore, borisRows] = [await lastWritesOf(anna.id), await rowsOf(boris.account.id)]
  expect(borisRows[0]?.ui_language).toBe('ru')
  // A repeated login writes nothing to the database. A login without a language keeps the stored language.
  for (const ui_language of ['en', undefined] as const)
    expect((await logIn(ui_language)).user.ui_language).toBe('en')
  expect(await lastWritesOf(anna.id)).toEqual(writesBefore)
})

test('a language that a person has chosen is known as chosen, also without a device that says so', async () => {
  const anna = await login(api)
  const logIn = async (ui_language?: 'ru' | 'en') =>
    (await callWith(anna.launch)('POST /auth/login', { body: { ui_language } })).user
  expect(await logIn()).toMatchObject({ ui_language: 'ru', is_language_chosen: false })
  const query = { user_id: anna.id, ui_language: 'ru' as const }
  await anna.call('POST /api/users/edit_user_ui_language', { query })
  expect(await logIn()).toMatchObject({ ui_language: 'ru', is_language_chosen: true })
  const boris = await login(api)
  const session = callWith(boris.launch)('POST /auth/login', { body: { ui_language: 'ru' } })
  expect((await session).user.is_language_chosen).toBe(true)
})

test('the id of somebody else is refused', async () => {
  const [anna, boris] = [await login(api), await login(api)]
  const body = { id: boris.id, telegram_id: anna.account.id }
  expect(await codeOf(callWith(anna.launch)('POST /auth/login', { body }))).toBe('not_owner')
})

test('two first launches at once make one person', async () => {
  const account = newAccount()
  const launches = [1, 2, 3, 4].map((n) => launch({ ...account, last_name: `${n}` }))
  const users = await Promise.all(
    launches.map((launchText) =>
      callWith(launchText)('POST /auth/login', { body: { telegram_id: account.id } }),
    ),
  )
  expect(new Set(users.map(({ user }) => user.id)).size).toBe(1)
  expect(await rowsOf(account.id)).toHaveLength(1)
})

test('the same launch sent twice at once makes one session', async () => {
  const launchText = launch(newAccount())
  const [one, two] = await Promise.all(
    [1, 2].map(() => callWith(launchText)('POST /auth/login', { body: {} })),
  )
  expect(two?.user.id).toBe(one?.user.id)
  expect(await sessionsOf(one?.user.id ?? 0)).toHaveLength(1)
})

test('a blocked person is told so and gets no token', async () => {
  const { id, account, call } = await login(api)
  await api.ctx.db
    .updateTable('users')
    .set({ status: 'blocked', block_reason: 'спам' })
    .where('id', '=', id)
    .execute()
  const body = { telegram_id: account.id }
  await expect(callWith(launch(account))('POST /auth/login', { body })).rejects.toMatchObject({
    code: 'blocked',
    problem: { statusCode: 403, details: { reason: 'спам' } },
  })
  expect(await codeOf(callWith(launch(account))('POST /api/users/create', { body }))).toBe('blocked')
  expect(await codeOf(call('GET /api/projects/my_responses'))).toBe('blocked')
})

test('when the token ends the app logs in silently with the same launch, until the launch is a day old', async () => {
  const boris = await login(api)
  api.advanceClock(limits.token.ms + 1000)
  expect(await codeOf(boris.call('GET /api/projects/my_responses'))).toBe('session_expired')
  const body = { telegram_id: boris.account.id }
  const { tokens } = await callWith(boris.launch)('POST /auth/login', { body })
  const call = createCaller(api.server, { authorization: `Bearer ${tokens.access_token}` })
  expect(await call('GET /api/projects/my_responses')).toEqual([])
  api.advanceClock(limits.launch.maxAgeMs)
  expect(await codeOf(callWith(boris.launch)('POST /auth/login', { body }))).toBe('session_expired')
})

test('a launch that is refused leaves no session', async () => {
  const anna = await login(api)
  const { db } = api.ctx
  const callWithLaunchOf = (seconds: number) =>
    callWith(
      launchData(anna.account, api.ctx.config.BOT_TOKEN, new Date(api.ctx.now().getTime() - seconds * 1000)),
    )
  expect(await codeOf(callWithLaunchOf(60)('POST /auth/login', { body: { id: anna.id + 1 } }))).toBe(
    'not_owner',
  )
  await db.updateTable('users').set({ status: 'blocked' }).where('id', '=', anna.id).execute()
  expect(await codeOf(callWithLaunchOf(120)('POST /auth/login', { body: {} }))).toBe('blocked')
  expect(await sessionsOf(anna.id)).toHaveLength(1)
  await db.updateTable('users').set({ status: 'active' }).where('id', '=', anna.id).execute()
  await callWithLaunchOf(120)('POST /auth/login', { body: { id: anna.id } })
  expect(await sessionsOf(anna.id)).toHaveLength(2)
})
