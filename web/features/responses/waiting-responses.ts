import { useSyncExternalStore } from 'react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { api, type InputOf, keepKey } from '#web/client/api.ts'
import { ApiError } from '#web/client/http.ts'
import { needTexts } from '#web/client/i18n.ts'
import { isConnectionLost, onConnection } from '#web/client/network.ts'
import { words } from '#web/client/words.ts'
import { refreshListings, refreshResponses } from '#web/features/listings/refreshing.ts'
import { read, write } from '#web/features/session/local-store.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

type Sent = {
  order: { call: 'POST /api/projects/add_resp'; input: InputOf<'POST /api/projects/add_resp'> }
  vacancy: { call: 'POST /api/vacancy/add_resp'; input: InputOf<'POST /api/vacancy/add_resp'> }
}

/** A response that was written without a network: it goes by itself when there is one, also at a later visit. */
export type WaitingResponse = {
  [K in ListingKind]: Sent[K] & {
    kind: K
    listing_id: number
    /** Makes a repeat harmless: the server writes it once. */
    key: string
    text: string
    /** As the person reads it; null where none was named. */
    price: string | null
    written_at: string
    /** Why the server has refused it; null while it waits. */
    refusal: ApiError['code'] | null
  }
}[ListingKind]

const name = 'waiting-responses'
/** While the network seems to be there and the server does not answer. */
const againMs = 30_000
/** What says that an author has ended it meanwhile. */
const closing: (ApiError['code'] | null)[] = ['listing_closed', 'executor_chosen', 'not_found', 'removed']

let waiting = read<WaitingResponse[]>(name) ?? []
const listeners = new Set<() => void>()
let isSending = false
let timer: ReturnType<typeof setTimeout> | undefined

function change(next: WaitingResponse[]): void {
  waiting = next
  write(name, next.length > 0 ? next : null)
  for (const listener of listeners) listener()
}

/** The draft of the sheet keeps what was written. */
export const draftOf = (listing_id: number) => `respond:${listing_id}`

/** Whether the request may not have arrived, so that the same one goes again. */
export const isUnsent = (error: Error) =>
  error instanceof ApiError && error.status === 0 && error.code !== 'cancelled'

export function sendLater(response: Omit<WaitingResponse, 'key' | 'written_at' | 'refusal'>): void {
  const added = {
    ...response,
    key: keepKey(response.call, response.input),
    written_at: new Date().toISOString(),
    refusal: null,
  } as WaitingResponse
  change([...waiting.filter(({ listing_id }) => listing_id !== response.listing_id), added])
  sendSoon()
}

/** It is not sent; its text stays in the sheet. */
export function sendNever(listing_id: number): void {
  change(waiting.filter((one) => one.listing_id !== listing_id))
}

/** At a later visit the words may not be there yet. */
async function tell(key: string, tone: 'good' | 'bad'): Promise<void> {
  await needTexts('deals').catch(() => undefined)
  showToast({ text: words.t(key), tone })
}

async function send(one: WaitingResponse): Promise<void> {
  try {
    if (one.kind === 'order') await api(one.call, one.input, { key: one.key })
    else await api(one.call, one.input, { key: one.key })
  } catch (error) {
    if (error instanceof ApiError && error.isPassing) return
    const refusal = error instanceof ApiError ? error.code : 'internal'
    if (refusal !== 'already_responded') {
      change(waiting.map((other) => (other.key === one.key ? { ...other, refusal } : other)))
      void refreshListings(one.listing_id)
      if (closing.includes(refusal)) await tell(`waiting.closed.${one.kind}`, 'bad')
      else await showFailure(error)
      return
    }
  }
  write(`draft:${draftOf(one.listing_id)}`, null)
  sendNever(one.listing_id)
  haptic('success')
  await tell('waiting.sent', 'good')
  void refreshResponses()
  void refreshListings(one.listing_id)
}

/** One after another and each once, however often the network is said to be back. */
async function sendAll(): Promise<void> {
  for (const { key } of waiting) {
    const one = waiting.find((other) => other.key === key)
    if (one && one.refusal === null && !isConnectionLost()) await send(one)
  }
  clearTimeout(timer)
  if (waiting.some(({ refusal }) => refusal === null)) timer = setTimeout(sendSoon, againMs)
}

function sendSoon(): void {
  if (isSending || isConnectionLost()) return
  isSending = true
  void sendAll().finally(() => {
    isSending = false
  })
}

/** Sends what waits from an earlier visit, and from then on whatever waits when the network is back. */
export function sendWaiting(): () => void {
  sendSoon()
  return onConnection(sendSoon)
}

export function useWaitingResponse(listing_id: number): WaitingResponse | undefined {
  const find = () => waiting.find((one) => one.listing_id === listing_id)
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, find)
}

export const isClosed = ({ refusal }: WaitingResponse) => closing.includes(refusal)
