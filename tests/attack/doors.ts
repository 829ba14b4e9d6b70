import fc from 'fast-check'
import type { Call } from '#contract/calls/call.ts'
import { calls } from '#contract/calls/index.ts'
import { limits } from '#contract/limits.ts'
import { callbacksWithoutId, commands, links, presses } from '#tests/access/bot-verbs.ts'
import { archiveBombs, damagedFiles, hiddenBombs, photo } from '#tests/api/files/uploads-corpus.ts'
import { buildText, shapes } from '#tests/corpus/growth/shapes.ts'
import { requestsTo } from '#tests/fuzz/requests.ts'
import { requestOf } from '#tests/fuzz/sending.ts'
import { categories } from '#tests/support/orders/sample.ts'
import type { Random } from '#tests/support/run/random.ts'
import type { AttackAccount, Target } from './target.ts'

/** An entry point of the API or the bot. `nobody` may use it without an account, `somebody` only with one. */
export interface EntryPoint {
  name: string
  access: 'nobody' | 'somebody'
  /** Sends hostile input; the number `n` selects the input. */
  act(n: number): Promise<unknown>
}

const table = (Object.entries(calls) as [string, Call][]).filter(([, call]) => call.as !== 'stream')
const texts = Object.values(shapes)
const callbackTemplates = [...Object.values(presses).flat(), ...callbacksWithoutId]

/** Returns every entry point with hostile input for it. The same seed gives the same input. */
export async function entryPointsOf(target: Target, random: Random): Promise<EntryPoint[]> {
  const person = await target.newPerson()
  return [
    ...callEntryPoints(target, random, undefined),
    ...callEntryPoints(target, random, person),
    ...textEntryPoints(target, person),
    ...bodyEntryPoints(target, person),
    ...providerEntryPoints(target, random),
    ...botEntryPoints(target, random, person),
  ]
}

const sendRequest = (address: string, init: RequestInit) =>
  fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(20_000), ...init }).then((answer) =>
    answer.arrayBuffer(),
  )

/** One entry point for each call of the API contract. It sends nearly valid requests, altered requests and garbage. */
function callEntryPoints(
  { api, newPerson }: Target,
  random: Random,
  person: AttackAccount | undefined,
): EntryPoint[] {
  const seed = random.below(2 ** 31)
  return table.map(([name, call], at) => {
    const requests = fc.sample(requestsTo(call), { numRuns: 12, seed: seed + at })
    let sender: AttackAccount | undefined
    return {
      name: `${name} ${person ? 'with' : 'without'} a session`,
      access: person ? 'somebody' : 'nobody',
      async act(n) {
        const request = requests[n % requests.length]
        if (!request) return
        // Each entry point uses an account of its own, because some calls delete the account.
        if (person) sender ??= await newPerson()
        const caller = sender ?? { id: 1, authorization: undefined }
        const { url, method, headers, payload } = requestOf(name, call, request, caller)
        const otherHeaders = Object.entries(headers ?? {}).filter(([header]) => header !== 'content-length')
        const init = { method: method as string, headers: new Headers(otherHeaders as [string, string][]) }
        await sendRequest(api + String(url), payload ? { ...init, body: payload as string } : init).catch(
          ignoreRefusalOfFetch,
        )
      },
    }
  })
}

/** Ignores an error of `fetch`, which refuses to send some of the hostile requests. */
function ignoreRefusalOfFetch(error: unknown): void {
  if (!(error instanceof TypeError)) throw error
}

/** Sends texts that nearly match the checks' patterns, as long as each field permits. */
function textEntryPoints({ api }: Target, { authorization }: AttackAccount): EntryPoint[] {
  const headers = { authorization, 'content-type': 'application/json' }
  const postAs = (path: string, body: object, method = 'POST') =>
    sendRequest(api + path, { method, headers, body: JSON.stringify(body) })
  const text = (n: number, length: number) => buildText(texts[n % texts.length] ?? ['', 'ж', ''], length)
  const order = (n: number) => ({
    title: text(n, limits.title.max),
    subtitle: text(n, limits.description.max),
    category_id: categories.own,
    price: 25_000,
  })
  return [
    { name: 'search', access: 'somebody', act: (n) => postAs('/api/projects', { search: text(n, 200) }) },
    {
      name: 'text of an order',
      access: 'somebody',
      act: (n) => postAs('/api/projects/create', { project_add: order(n), tags: [] }),
    },
    {
      name: 'profile',
      access: 'somebody',
      act: (n) =>
        postAs('/api/users/profile', { full_name: text(n, 64), description: text(n, 2000) }, 'PATCH'),
    },
    {
      name: 'report of an error',
      access: 'somebody',
      act: (n) =>
        postAs('/api/app/client_error', { message: text(n, 1000), stack: text(n, 4000), page: '/' }),
    },
  ]
}

/** Sends long and deeply nested request bodies, with and without a session. */
function bodyEntryPoints({ api }: Target, { authorization }: AttackAccount): EntryPoint[] {
  const json = { 'content-type': 'application/json' }
  const bodies = [
    '['.repeat(15_000),
    `{"filters":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`,
    JSON.stringify({ filters: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`f${n}`, n])) }),
    JSON.stringify({ search: 'ж'.repeat(7000) }),
  ]
  const longBody = JSON.stringify({ ids: Array.from({ length: 40_000 }, (_, n) => n) })
  const postNotice = (body: string, ownHeaders: Record<string, string> = {}) =>
    sendRequest(`${api}/api/projects`, { method: 'POST', headers: { ...json, ...ownHeaders }, body }).catch(
      ignoreRefusalOfFetch,
    )
  return [
    { name: 'deep body', access: 'nobody', act: (n) => postNotice(bodies[n % bodies.length] ?? '') },
    { name: 'long body', access: 'nobody', act: () => postNotice(longBody) },
    {
      name: 'deep body with a session',
      access: 'somebody',
      act: (n) => postNotice(bodies[n % bodies.length] ?? '', { authorization }),
    },
    {
      name: 'long body with a session',
      access: 'somebody',
      act: () => postNotice(longBody, { authorization }),
    },
  ]
}

/** The calls that Robokassa makes to the API. They are open to anybody. */
function providerEntryPoints({ api }: Target, random: Random): EntryPoint[] {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return ['result', 'success', 'fail'].map((path) => ({
    name: `provider's ${path}`,
    access: 'nobody' as const,
    act: (n) => {
      const [prefix, unit, suffix] = texts[n % texts.length] ?? ['', 'ж', '']
      const fields = new URLSearchParams({
        OutSum: random.of(['1', '1e9', '-1', '0.000000', unit.repeat(200)]),
        InvId: random.of(['1', '9223372036854775808', prefix + unit.repeat(300)]),
        SignatureValue: unit.repeat(500) + suffix,
      })
      const init = { method: 'POST', headers: form, body: String(fields) }
      return sendRequest(`${api}/pay/robokassa/${path}`, init)
    },
  }))
}

/** Sends Telegram updates to the bot: messages, button presses with any data, inline queries, and forged updates. */
function botEntryPoints(
  { sendUpdate, newStranger }: Target,
  random: Random,
  { telegram_id }: AttackAccount,
): EntryPoint[] {
  let update_id = random.below(1_000_000)
  const senderOf = (id: number) => ({ id, is_bot: false, first_name: 'Анна', language_code: 'ru' })
  const chat = (id: number) => ({ id, type: 'private', first_name: 'Анна' })
  const nowSeconds = () => Math.floor(Date.now() / 1000)
  const message = (id: number, text: string, extraFields: object = {}) => {
    update_id++
    return {
      update_id,
      message: {
        message_id: update_id,
        date: nowSeconds(),
        chat: chat(id),
        from: senderOf(id),
        text,
        ...extraFields,
      },
    }
  }
  const text = (n: number, length: number) => buildText(texts[n % texts.length] ?? ['', 'ж', ''], length)
  const pressButton = (id: number, data: string) => {
    update_id++
    const pressedMessage = { message_id: 1, date: nowSeconds(), chat: chat(id), text: 'x' }
    return {
      update_id,
      callback_query: {
        id: String(update_id),
        chat_instance: '1',
        from: senderOf(id),
        message: pressedMessage,
        data,
      },
    }
  }
  const ids = ['1', '2', '0', '2147483647', '2147483648', '9007199254740991']
  const dataOf = (n: number) =>
    (callbackTemplates[n % callbackTemplates.length] ?? '').replaceAll('#', random.of(ids))
  const entryPointsOfSender = (
    sender: () => Promise<number>,
    access: EntryPoint['access'],
    senderLabel: string,
  ): EntryPoint[] => [
    {
      name: `message of ${senderLabel}`,
      access,
      act: async (n) => sendUpdate(message(await sender(), text(n, 4096))),
    },
    {
      name: `forwarded message of ${senderLabel}`,
      access,
      act: async (n) =>
        sendUpdate(
          message(await sender(), text(n, 4096), {
            forward_origin: { type: 'hidden_user', sender_user_name: 'А', date: 1 },
          }),
        ),
    },
    {
      name: `command of ${senderLabel}`,
      access,
      act: async (n) => {
        const allCommands = [
          ...commands,
          ...links.map((link) => `start ${link.replaceAll('#', random.of(ids))}`),
        ]
        const command = `/${allCommands[n % allCommands.length]}`
        const entities = [{ type: 'bot_command', offset: 0, length: command.split(' ')[0]?.length ?? 0 }]
        return sendUpdate(message(await sender(), command, { entities }))
      },
    },
    {
      name: `press of ${senderLabel}`,
      access,
      act: async (n) => sendUpdate(pressButton(await sender(), dataOf(n))),
    },
    {
      name: `inline question of ${senderLabel}`,
      access,
      act: async (n) =>
        sendUpdate({
          update_id: ++update_id,
          inline_query: { id: String(n), from: senderOf(await sender()), query: text(n, 256), offset: '' },
        }),
    },
  ]
  return [
    // Each message comes from a new person, because a person who has written before is known to the bot.
    ...entryPointsOfSender(newStranger, 'nobody', 'a stranger'),
    ...entryPointsOfSender(async () => telegram_id, 'somebody', 'somebody'),
    {
      name: 'webhook with another secret',
      access: 'nobody',
      act: () => sendUpdate({ update_id: 1, text: 'ж'.repeat(200_000) }, 'a-secret-of-somebody'),
    },
  ]
}

/** Decompression bombs and damaged files, and an ordinary photo of a phone for comparison. */
export async function filesOf({ api, newPerson }: Target) {
  const { authorization, id } = await newPerson()
  const upload = (bytes: Buffer, name: string) => {
    const form = new FormData()
    form.set('user_id', String(id))
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    const init = { method: 'POST', headers: { authorization }, body: form }
    return sendRequest(`${api}/api/files/upload`, init).catch(ignoreRefusalOfFetch)
  }
  const validFile = { name: 'photo.jpg', bytes: await photo(3000, 2250).jpeg({ quality: 90 }).toBuffer() }
  const hostileFiles = [...archiveBombs(), ...hiddenBombs(), ...(await damagedFiles())]
  return {
    upload,
    honest: validFile,
    hostile: hostileFiles.filter(({ bytes }) => bytes.length < limits.files.bytes),
  }
}
