import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import { login, type Person } from '#tests/support/people/people.ts'

let api: Api
let root: Person
beforeAll(async () => {
  api = await openApi()
  root = await staff('admin')
})

async function staff(role: 'admin' | 'moderator'): Promise<Person> {
  const person = await login(api)
  await api.ctx.db.updateTable('users').set({ role }).where('id', '=', person.id).execute()
  return person
}

const getPage = (url: string, cookie?: string) =>
  api.server.inject({ method: 'GET', url, headers: { accept: 'text/html', ...(cookie && { cookie }) } })

/** Path and query of the URL to the queue board, with a new ticket. */
async function createTicketPath(): Promise<string> {
  const { url } = await root.call('POST /api/admin/queues_ticket')
  return url.slice(api.ctx.config.APP_ORIGIN.length)
}

async function openBoard(): Promise<string> {
  const answer = await getPage(await createTicketPath())
  expect(answer.statusCode).toBe(200)
  return String(answer.headers['set-cookie'])
}

test('an administrator exchanges a ticket for a cookie that opens the queues and nothing else', async () => {
  const setCookie = await openBoard()
  expect(setCookie).toMatch(/^queues=[\w-]{43}; Path=\/admin\/queues; HttpOnly; SameSite=Strict$/)
  const [cookie] = setCookie.split(';')
  const page = await getPage('/admin/queues', cookie)
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("style-src 'self' 'unsafe-inline'")
  const queues = await getPage('/admin/queues/api/queues', cookie)
  expect(queues.json().queues.map(({ name }: { name: string }) => name)).toContain('payment-verification')
  const otherPage = await getPage('/api/projects/my_responses', cookie)
  expect(otherPage.statusCode).toBe(401)
  expect(otherPage.headers['content-security-policy']).not.toContain('unsafe-inline')
})

test('a ticket is taken once; without a cookie there is nothing', async () => {
  const path = await createTicketPath()
  expect((await getPage(path)).statusCode).toBe(200)
  expect((await getPage(path)).statusCode).toBe(404)
  expect((await getPage('/admin/queues/enter?ticket=x')).statusCode).toBe(404)
  for (const cookie of [undefined, 'queues=x'])
    for (const url of ['/admin/queues', '/admin/queues/api/queues'])
      expect((await getPage(url, cookie)).json().code).toBe('not_found')
})

test('nothing can be changed there', async () => {
  const [cookie = ''] = (await openBoard()).split(';')
  const url = '/admin/queues/api/queues/payment-verification/clean/failed'
  const answer = await api.server.inject({ method: 'PUT', url, headers: { cookie } })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
})

test('only administrators get a ticket, and the cookie ends with the role', async () => {
  expect(await codeOf((await login(api)).call('POST /api/admin/queues_ticket'))).toBe('not_found')
  expect(await codeOf((await staff('moderator')).call('POST /api/admin/queues_ticket'))).toBe('not_found')
  const [cookie] = (await openBoard()).split(';')
  await api.ctx.db.updateTable('users').set({ role: 'user' }).where('id', '=', root.id).execute()
  expect((await getPage('/admin/queues', cookie)).statusCode).toBe(404)
})
