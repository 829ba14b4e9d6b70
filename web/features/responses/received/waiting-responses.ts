import { useSyncExternalStore } from 'react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { api, type InputOf, takePendingKey } from '#web/client/http/api.ts'
import { ApiError } from '#web/client/http/http.ts'
import { isConnectionLost, onConnection } from '#web/client/http/network.ts'
import { loadTexts } from '#web/client/i18n.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { refreshListings, refreshResponses } from '#web/features/listings/refresh.ts'
import { readLocal, write } from '#web/features/session/local-store.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

type ResponseCalls = {
  order: { call: 'POST /api/projects/add_resp'; input: InputOf<'POST /api/projects/add_resp'> }
  vacancy: { call: 'POST /api/vacancy/add_resp'; input: InputOf<'POST /api/vacancy/add_resp'> }
}

/** A response written offline. It is sent when the connection is back, also after a restart of the app. */
export type WaitingResponse = {
  [K in ListingKind]: ResponseCalls[K] & {
    kind: K
    listing_id: number
    /** Idempotency key. A repeated request with the same key creates no second response. */
    key: string
    text: string
    /** Formatted price of the response. `null` if the response names no price. */
    price: string | null
    written_at: string
    /** Error with which the server refused the response; `null` while the response waits to be sent. */
    refusal: ApiError['code'] | null
  }
}[ListingKind]

const storageKey = 'waiting-responses'
/** Retry interval while the connection seems to work but the server does not answer. */
const retryMs = 30_000
/** Errors which mean that the listing no longer accepts responses. */
const closedErrors: (ApiError['code'] | null)[] = [
  'listing_closed',
  'executor_chosen',
  'not_found',
  'removed',
]

let waitingResponses = readLocal<WaitingResponse[]>(storageKey) ?? []
const listeners = new Set<() => void>()
let isSending = false
let retryTimer: ReturnType<typeof setTimeout> | undefined

function setWaitingResponses(next: WaitingResponse[]): void {
  waitingResponses = next
  write(storageKey, next.length > 0 ? next : null)
  for (const listener of listeners) listener()
}

/** Storage key of the draft in the sheet for responding. */
export const draftOf = (listing_id: number) => `respond:${listing_id}`

/** True if the request may not have reached the server, so that it can be repeated. */
export const isRepeatable = (error: Error) =>
  error instanceof ApiError && error.status === 0 && error.code !== 'cancelled'

export function sendLater(response: Omit<WaitingResponse, 'key' | 'written_at' | 'refusal'>): void {
  const addedTotals = {
    ...response,
    key: takePendingKey(response.call, response.input),
    written_at: new Date().toISOString(),
    refusal: null,
  } as WaitingResponse
  setWaitingResponses([
    ...waitingResponses.filter(({ listing_id }) => listing_id !== response.listing_id),
    addedTotals,
  ])
  sendSoon()
}

/** Deletes a waiting response. Its text stays in the draft of the response sheet. */
export function dropWaiting(listing_id: number): void {
  setWaitingResponses(waitingResponses.filter((response) => response.listing_id !== listing_id))
}

/**
 * Shows a toast about a waiting response. The texts of the toast are loaded first, because they may be missing after a
 * restart.
 */
async function showWaitingToast(key: string, tone: 'good' | 'bad'): Promise<void> {
  await loadTexts('deals').catch(() => undefined)
  showToast({ text: translations.t(key), tone })
}

async function send(response: WaitingResponse): Promise<void> {
  try {
    if (response.kind === 'order') await api(response.call, response.input, { key: response.key })
    else await api(response.call, response.input, { key: response.key })
  } catch (error) {
    if (error instanceof ApiError && error.isTemporary) return
    const refusal = error instanceof ApiError ? error.code : 'internal'
    if (refusal !== 'already_responded') {
      setWaitingResponses(
        waitingResponses.map((other) => (other.key === response.key ? { ...other, refusal } : other)),
      )
      void refreshListings(response.listing_id)
      if (closedErrors.includes(refusal)) await showWaitingToast(`waiting.closed.${response.kind}`, 'bad')
      else await showFailure(error)
      return
    }
  }
  write(`draft:${draftOf(response.listing_id)}`, null)
  dropWaiting(response.listing_id)
  haptic('success')
  await showWaitingToast('waiting.sent', 'good')
  void refreshResponses()
  void refreshListings(response.listing_id)
}

/** Sends the waiting responses one after another. Each response is tried once per run. */
async function sendAll(): Promise<void> {
  for (const { key } of waitingResponses) {
    const response = waitingResponses.find((other) => other.key === key)
    if (response && response.refusal === null && !isConnectionLost()) await send(response)
  }
  clearTimeout(retryTimer)
  if (waitingResponses.some(({ refusal }) => refusal === null)) retryTimer = setTimeout(sendSoon, retryMs)
}

function sendSoon(): void {
  if (isSending || isConnectionLost()) return
  isSending = true
  void sendAll().finally(() => {
    isSending = false
  })
}

/**
 * Sends waiting responses now and whenever the connection is back.
 * @returns unsubscribes
 */
export function startSendingWaiting(): () => void {
  sendSoon()
  return onConnection(sendSoon)
}

export function useWaitingResponse(listing_id: number): WaitingResponse | undefined {
  const findResponse = () => waitingResponses.find((response) => response.listing_id === listing_id)
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, findResponse)
}

export const isClosed = ({ refusal }: WaitingResponse) => closedErrors.includes(refusal)
