import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RobokassaConfig } from '#services/core/config/config.ts'
import { paymentLink } from '#services/payments/robokassa/payment.ts'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'
import type { RobokassaOptions } from '#stand-ins/robokassa/shop.ts'

const secrets = { merchant: 'otklik', password1: 'first', password2: 'second', password3: 'third' }

interface Call {
  path: string
  method: string
  params: URLSearchParams
  body: string
}

/** Starts a Robokassa stand-in, and a shop that records every call from it and answers as a test sets. */
export async function openShop(options: Partial<RobokassaOptions> = {}) {
  const calls: Call[] = []
  const shop = { calls, answer: (invoice: string) => `OK${invoice}` }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop')
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const method = request.method ?? ''
      const params = method === 'GET' ? url.searchParams : new URLSearchParams(body)
      calls.push({ path: url.pathname, method, params, body })
      response.end(shop.answer(params.get('InvId') ?? ''))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const addresses = {
    result_url: `${origin}/result`,
    success_url: `${origin}/success`,
    fail_url: `${origin}/fail`,
  }
  const provider = await startRobokassa({ ...secrets, ...addresses, ...options })
  const config: RobokassaConfig = {
    ...secrets,
    hash: 'sha256',
    is_test: false,
    payment_url: `${provider.origin}/Merchant/Index.aspx`,
    state_url: `${provider.origin}/Merchant/WebService/Service.asmx/OpStateExt`,
    refund_url: `${provider.origin}/RefundService`,
  }

  async function post<Answer>(path: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(provider.origin + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await response.json()) as Answer
  }

  async function get<Answer>(path: string): Promise<Answer> {
    return (await (await fetch(provider.origin + path)).json()) as Answer
  }

  /** Returns a payment link for 2,500 roubles. It is valid for an hour by default. */
  function link(
    inv_id: number,
    change: Partial<RobokassaConfig> = {},
    expires_at = new Date(Date.now() + 3_600_000),
  ) {
    const shp = { Shp_item: '77', Shp_kind: 'project' }
    const description = 'Размещение заказа «Сайт & магазин»'
    const invoice = { inv_id, amount_kopecks: 250_000, description, language: 'ru', expires_at, shp } as const
    return paymentLink({ ...config, ...change }, invoice)
  }

  return {
    ...shop,
    config,
    link,
    origin: provider.origin,
    /** Origin of the shop. Robokassa sends its newer kind of notices there. */
    shop_origin: origin,
    control: (plan: object) => post('/_control', plan),
    payByHand: (inv_id: number, outcome = 'pay') =>
      post<{ redirect_url: string }>('/_control/pay', { payment_url: link(inv_id), outcome }),
    movements: () => get<{ taken_kopecks: number; returned_kopecks: number }>('/_movements'),
    journal: (inv_id: number) =>
      get<{ at: number; answer: string }[]>(`/_journal?kind=result&inv_id=${inv_id}`),
    answerWith: (answer: (invoice: string) => string) => {
      shop.answer = answer
    },
    reset: async () => {
      calls.length = 0
      shop.answer = (invoice) => `OK${invoice}`
      await post('/_reset', {})
    },
    close: async () => {
      await provider.close()
      server.close()
    },
  }
}

/** Presses a button on the payment page. */
export function press(page: Response, action: string): Promise<Response> {
  const body = new URLSearchParams({ action })
  const url = page.url.replace('/Merchant/Index/', '/Merchant/Payment/')
  return fetch(url, { method: 'POST', body, redirect: 'manual' })
}
